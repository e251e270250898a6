import createFetchClient, { type Client, type Middleware } from 'openapi-fetch';
import type { paths } from './schema.d.ts';

export type RestClientOptions = {
  /** With the version: `https://namecard.example.com/api/v1`. */
  baseUrl: string;
  /** Asked for the auth token before each request; without one the request goes out unsigned. */
  token?: () => string | null | undefined | Promise<string | null | undefined>;
};

/** Sends the token with each request that has none of its own. */
function bearer(token: NonNullable<RestClientOptions['token']>): Middleware {
  return {
    onRequest: async ({ request }) => {
      const known = await token();
      if (known && !request.headers.has('authorization')) {
        request.headers.set('authorization', `Bearer ${known}`);
      }
      return request;
    },
  };
}

/**
 * A client of the REST face, typed by the document: each call gives `data`, or `error` with its `reason`, and the
 * `response`. Nothing is repeated, and nothing thrown but what `fetch` itself throws.
 */
export function createRestClient({ baseUrl, token }: RestClientOptions): Client<paths> {
  const client = createFetchClient<paths>({ baseUrl });
  if (token) {
    client.use(bearer(token));
  }
  return client;
}
