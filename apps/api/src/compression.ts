import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Bytes below which compressing costs more than it saves. */
const threshold = 1_024;

/** Compresses larger answers for clients that take it. Requests are never decompressed: a small one could become a huge one. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  // The plugin reads type and encodings before it looks at the size; this header keeps it from doing so.
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (typeof payload === 'string' && Buffer.byteLength(payload) < threshold) {
      request.raw.headers['x-no-compression'] = 'small';
    }
    done(null, payload);
  });
  await app.register(compress, {
    threshold,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
    // Brotli's own default of 11 is for files that are compressed once.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
}
