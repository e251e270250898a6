import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Bytes below which compressing costs more than it saves. */
const threshold = 1_024;

/** Bytes up to which an answer is compressed at once: nothing is then held for it but what goes out. */
export const largestAtOnce = 64 * 1024;

/** Compresses larger answers for clients that take it. Requests are never decompressed: a small one could become a huge one. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  // The plugin reads type and encodings before it looks at the size; this header keeps it from doing so.
  app.addHook('onSend', (request, _reply, payload, done) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (isWhole && Buffer.byteLength(payload) < threshold) {
      request.raw.headers['x-no-compression'] = 'small';
    }
    done(null, payload);
  });
  await app.register(compress, {
    threshold,
    syncThreshold: largestAtOnce,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
    // Brotli's own default of 11 is for files that are compressed once.
    // A larger window would have it hold up to 14 MB for each answer, and makes none smaller.
    brotliOptions: {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 },
    },
  });
}
