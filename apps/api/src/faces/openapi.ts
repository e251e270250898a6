import type { SocialNetwork } from '@namecard/look/socials';
import { describeRouter, type OpenApiDocument } from '@namecard/rest';
import {
  appRouter,
  documents,
  reasonMeanings,
  type DocumentName,
  withOffered,
} from '@namecard/router';

/** The parts of the document that depend on the running service. */
export type Served = {
  /** An origin; undefined if it is not configured. */
  publicUrl: string | undefined;
  publicProfiles: boolean;
  productName: string;
  socials: readonly SocialNetwork[];
};

export const documentPaths: Record<DocumentName, string> = {
  public: '/api/v1/openapi.json',
  moderation: '/api/v1/moderation/openapi.json',
};

/** Without `served`: the committed document, of no particular service. */
export function openApiDocument(name: DocumentName, served?: Served): OpenApiDocument {
  const { contact, baseUrl, title, tokenOptional, ...information } = documents[name];
  const { publicUrl, publicProfiles = false, productName, socials } = served ?? {};
  const document = describeRouter(appRouter, {
    ...information,
    title:
      productName === undefined ? title : title.replace(/^Namecard/, () => productName),
    contact: { ...contact, ...(publicUrl !== undefined && { url: publicUrl }) },
    baseUrl: `${publicUrl ?? ''}${baseUrl}`,
    reasons: reasonMeanings,
    tokenOptional: publicProfiles ? [...tokenOptional, 'profiles.read'] : tokenOptional,
  });
  return withOffered(document, socials);
}
