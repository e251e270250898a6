import type { Orm } from '@namecard/db';
import { acceptJson, sendAnswer } from '@namecard/rest';
import { recordWebhook } from '@namecard/router';
import type { FastifyInstance } from 'fastify';
import { sameSecret, sentSecret } from './shared-secret.ts';

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
  await app.register(async (scope) => {
    acceptJson(scope);
    scope.post('/webhooks/postmark', {
      // A bounce may hold the mail it is of.
      bodyLimit: 1024 * 1024,
      preParsing: (request, reply, _payload, done) => {
        if (sameSecret(sentSecret(request.headers.authorization), secret)) {
          done(null);
        } else {
          sendAnswer(reply, refused);
        }
      },
      handler: async (request) => {
        await recordWebhook({ orm }, request.body);
        return {};
      },
    });
  });
}
