import { logoPath } from '@namecard/look';
import type { FastifyInstance } from 'fastify';
import { serveKept } from './kept-answers.ts';

/** A PNG, or an SVG that may come from anywhere. */
export type Logo = { type: 'image/png' | 'image/svg+xml'; bytes: Buffer };

/** An SVG has styles of its own, and could hold scripts and links. They do nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Public cards are sandboxed: without this header they could not show it. */
const forSandboxes = { 'cross-origin-resource-policy': 'cross-origin' };

export function mountLogo(app: FastifyInstance, { type, bytes }: Logo): void {
  serveKept(app, logoPath, {
    type,
    cacheControl: 'public, max-age=3600',
    make: () => bytes,
    dress: (reply) =>
      reply.headers({ ...forSandboxes, 'content-security-policy': policy }),
  });
}
