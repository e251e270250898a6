import { isUnchanged } from '@namecard/rest';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../parts.ts';

/** Seconds until verifiers see a new key; used in docs/run/secret-key.md. */
const maxAge = 300;

/** Publishes the keys that verify our tokens, as a JWK Set (RFC 7517). */
export function mountKeys(app: FastifyInstance, { deps }: Pick<Parts, 'deps'>): void {
  const body = JSON.stringify({
    keys: deps.keys.signing.map(({ publicKey }) => publicKey),
  });
  app.get('/.well-known/jwks.json', (request, reply) => {
    void reply.header('cache-control', `public, max-age=${maxAge}`);
    if (isUnchanged(request, reply, body)) return reply.send();
    return reply.type('application/jwk-set+json').send(body);
  });
}
