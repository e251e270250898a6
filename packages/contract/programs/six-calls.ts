// Compiled and run by generated-client.test.ts beside the types that openapi-typescript makes.
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.ts';

type ReasonOfGetMe =
  | 'TOKEN_INVALID'
  | 'SCOPE_MISSING'
  | 'RATE_LIMITED'
  | 'REQUEST_TIMEOUT'
  | 'URI_TOO_LONG'
  | 'HEADERS_TOO_LARGE'
  | 'INTERNAL'
  | 'UNAVAILABLE';

const [baseUrl = '', email = '', otp = ''] = process.argv.slice(2);

const client = createClient<paths>({ baseUrl });
const refused = await client.GET('/users/me');
// Does not compile if the document gives the operation other reasons.
const reason: ReasonOfGetMe | undefined = refused.error?.reason;

const signedIn = await client.POST('/auth/verify-code', { body: { email, otp } });
const headers = { authorization: `Bearer ${signedIn.data?.data.token}` };
const me = await client.PATCH('/users/me', { body: { username: 'ann' }, headers });
const created = await client.POST('/profiles', {
  body: { username: 'ann', referral: '' },
  headers,
});
const profile: components['schemas']['Profile'] | undefined = created.data?.profile;
const edited = await client.PATCH('/profiles/{username}/socials', {
  params: { path: { username: 'ann' } },
  body: { about: 'Hello', socials: { website: 'https://ann.example.org' } },
  headers,
});
const list = await client.GET('/profiles', { params: { query: { limit: 5 } }, headers });

process.stdout.write(
  JSON.stringify({
    reason,
    username: me.data?.data.user.username,
    created: profile?.username,
    about: edited.data?.data.profile.about,
    count: list.data?.data.count.all,
  }),
);
