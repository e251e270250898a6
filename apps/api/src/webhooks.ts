import { createHash, timingSafeEqual } from 'node:crypto';
import type { Orm } from '@namecard/db';
import { acceptJson, sendAnswer } from '@namecard/rest';
import { takeInEvent } from '@namecard/router';
import type { FastifyInstance } from 'fastify';

const hash = (text: string) => createHash('sha256').update(text).digest();

/** The password of a Basic header (RFC 7617), or the token of a Bearer one: Postmark can be given either. */
function sentSecret(authorization = ''): string {
  const [, scheme = '', credentials = ''] = authorization.match(/^(\w+) +(\S+) *$/) ?? [];
  if (scheme.toLowerCase() === 'bearer') {
    return credentials;
  }
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  return scheme.toLowerCase() === 'basic' ? decoded.slice(decoded.indexOf(':') + 1) : '';
}

const refused = {
  status: 401,
  headers: { 'www-authenticate': 'Basic realm="postmark webhooks"' },
  body: {
    message: 'Send the webhook secret as the password of Basic authentication.',
    code: 'UNAUTHORIZED',
    reason: 'TOKEN_INVALID',
  },
};

/** Postmark's bounce, spam-complaint and subscription-change webhooks, at `/webhooks/postmark`. Nothing of them is logged. */
export async function mountWebhooks(
  app: FastifyInstance,
  { orm, secret }: { orm: Orm; secret: string },
): Promise<void> {
  const expected = hash(secret);
  await app.register(async (scope) => {
    acceptJson(scope);
    scope.post('/webhooks/postmark', {
      preParsing: (request, reply, _payload, done) => {
        if (timingSafeEqual(hash(sentSecret(request.headers.authorization)), expected)) {
          done(null);
        } else {
          sendAnswer(reply, refused);
        }
      },
      handler: async (request) => {
        await takeInEvent({ orm }, request.body);
        return {};
      },
    });
  });
}
