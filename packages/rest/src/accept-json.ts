import type { FastifyInstance } from 'fastify';
import { readJson } from './json.ts';

/**
 * Makes JSON the only body that this instance and its children take. One parser for
 * every type, so that size (413) is looked at before the type (415).
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, readJson(body, request.headers));
    } catch (error) {
      done(
        error instanceof Error ? error : new Error('unreadable body', { cause: error }),
      );
    }
  });
}
