import { describeRouter, type OpenApiDocument } from '@namecard/rest';
import { appRouter, documentInformation, reasonMeanings } from '@namecard/router';

/** Where a service is reached, and what it lets be done without a token. */
export type Served = {
  /** An origin; undefined where nobody has said which it is. */
  publicUrl: string | undefined;
  publicProfiles: boolean;
};

/**
 * The document of the REST face, made from the procedures; `openapi.json` at the top of the repository is that of no service in
 * particular.
 */
export function openApiDocument(served?: Served): OpenApiDocument {
  const { contact, baseUrl, ...information } = documentInformation;
  const { publicUrl, publicProfiles = false } = served ?? {};
  return describeRouter(appRouter, {
    ...information,
    contact: publicUrl === undefined ? contact : { ...contact, url: publicUrl },
    baseUrl: `${publicUrl ?? ''}${baseUrl}`,
    reasons: reasonMeanings,
    tokenOptional: publicProfiles ? ['profiles.read'] : [],
  });
}
