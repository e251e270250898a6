import { describeRouter, transportReasons, type OpenApiDocument } from '@namecard/rest';
import { appRouter, documentInformation, reasons } from '@namecard/router';

/** The document of the REST face, made from the procedures; `openapi.json` at the top of the repository is a copy of it. */
export function openApiDocument(): OpenApiDocument {
  const all = new Set<string>([...reasons, ...transportReasons]);
  return describeRouter(appRouter, { ...documentInformation, reasons: [...all].toSorted() });
}
