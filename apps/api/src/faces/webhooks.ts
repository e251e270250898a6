import { acceptJson } from '@namecard/rest';
import { recordWebhook } from '@namecard/router';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../parts.ts';
import { requireSecret } from '../watch/shared-secret.ts';

/** Postmark's bounce, spam-complaint and subscription-change webhooks, at `/webhooks/postmark`. Nothing of them is logged. */
export async function mountWebhooks(
  app: FastifyInstance,
  parts: Pick<Parts, 'orm' | 'telemetry'>,
  secret: string,
): Promise<void> {
  await app.register(async (scope) => {
    acceptJson(scope);
    scope.post('/webhooks/postmark', {
      // A bounce may hold the mail it is of.
      bodyLimit: 1024 * 1024,
      onRequest: requireSecret(
        secret,
        'Basic realm="postmark webhooks"',
        'Send the webhook secret as the password of Basic authentication.',
      ),
      handler: async (request) => {
        await recordWebhook(parts, request.body);
        return {};
      },
    });
  });
}
