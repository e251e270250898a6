import { logoPath } from '@namecard/look';
import type { FastifyInstance } from 'fastify';
import { keep, sendKept } from '../http/kept-answers.ts';

/** A PNG, or an SVG that may come from anywhere. */
export type Logo = { type: 'image/png' | 'image/svg+xml'; bytes: Buffer };

/** An SVG has styles of its own, and could hold scripts and links. They do nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Public cards are sandboxed: without this header they could not show it. */
const forSandboxes = { 'cross-origin-resource-policy': 'cross-origin' };

export async function mountLogo(app: FastifyInstance, logo: Logo): Promise<void> {
  const kept = await keep(logo.bytes);
  app.get(logoPath, (request, reply) => {
    void reply
      .type(logo.type)
      .headers({ ...forSandboxes, 'content-security-policy': policy });
    return sendKept(request, reply, kept, 'public, max-age=3600');
  });
}
