import { describeRouter, type OpenApiDocument } from '@namecard/rest';
import { appRouter, documentInformation, reasonMeanings } from '@namecard/router';

/** The document of the REST face, made from the procedures; `openapi.json` at the top of the repository is a copy of it. */
export function openApiDocument(): OpenApiDocument {
  return describeRouter(appRouter, { ...documentInformation, reasons: reasonMeanings });
}
