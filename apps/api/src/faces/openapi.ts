import { describeRouter, type OpenApiDocument } from '@namecard/rest';
import {
  appRouter,
  documents,
  reasonMeanings,
  type DocumentName,
} from '@namecard/router';

/** Where a service is reached, and what it lets be done without a token. */
export type Served = {
  /** An origin; undefined where nobody has said which it is. */
  publicUrl: string | undefined;
  publicProfiles: boolean;
  productName: string;
};

/** Where each document is served. */
export const documentPaths: Record<DocumentName, string> = {
  public: '/api/v1/openapi.json',
  moderation: '/api/v1/moderation/openapi.json',
};

/** Without `served` it is the committed copy's, which is of no service in particular. */
export function openApiDocument(name: DocumentName, served?: Served): OpenApiDocument {
  const { contact, baseUrl, title, ...information } = documents[name];
  const { publicUrl, publicProfiles = false, productName } = served ?? {};
  return describeRouter(appRouter, {
    ...information,
    title:
      productName === undefined ? title : title.replace(/^Namecard/, () => productName),
    contact: { ...contact, ...(publicUrl !== undefined && { url: publicUrl }) },
    baseUrl: `${publicUrl ?? ''}${baseUrl}`,
    reasons: reasonMeanings,
    tokenOptional: publicProfiles ? ['profiles.read', 'profiles.report'] : [],
  });
}
