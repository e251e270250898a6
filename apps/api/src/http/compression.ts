import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Bytes below which compression costs more than it saves. */
const threshold = 1_024;

/** Bytes up to which an answer is compressed at once, without a stream. */
export const largestAtOnce = 64 * 1024;

/**
 * For pages and JSON, half the time of 4 for 3 % more bytes. Brotli of the same size
 * takes twice the time too, and browsers take it over HTTPS alone.
 */
const level = 3;

/** Compresses answers. Never decompresses requests: they could explode. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold,
    syncThreshold: largestAtOnce,
    encodings: ['gzip'],
    globalDecompression: false,
    zlibOptions: { level },
  });
}
