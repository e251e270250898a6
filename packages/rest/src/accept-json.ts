import type { FastifyInstance } from 'fastify';
import { readJson } from './json.ts';

/**
 * Makes JSON the only body of this instance and its children. One parser reads
 * every type, so that the size (413) is checked before the type (415).
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
