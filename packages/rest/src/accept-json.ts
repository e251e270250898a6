import type { FastifyInstance } from 'fastify';
import { readJson, readJsonText } from './json.ts';

type Options = {
  /** How deeply objects and arrays may lie in one another; 64 unless given. */
  depth?: number;
};

/**
 * Makes JSON the only body that this instance and its children take. One parser for
 * every type, so that size (413) is looked at before the type (415).
 */
export function acceptJson(app: FastifyInstance, { depth }: Options = {}): void {
  acceptWith(app, (body, contentType) => readJson(body, contentType, depth));
}

/**
 * As `acceptJson`, but `request.body` is the checked text: for a handler such as
 * tRPC's, that parses it by itself.
 */
export function acceptJsonText(app: FastifyInstance, { depth }: Options = {}): void {
  acceptWith(app, (body, contentType) => readJsonText(body, contentType, depth));
}

function acceptWith(
  app: FastifyInstance,
  read: (body: Buffer, contentType: string | undefined) => unknown,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, read(body, request.headers['content-type']));
    } catch (error) {
      done(error instanceof Error ? error : new Error('unreadable body', { cause: error }));
    }
  });
}
