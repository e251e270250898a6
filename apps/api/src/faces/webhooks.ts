import { acceptJson } from '@namecard/rest';
import { recordWebhook } from '@namecard/router';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../parts.ts';
import { requireSecret } from '../watch/shared-secret.ts';

/** Postmark's webhooks about bounces, complaints and suppressions. Never logs them. */
export async function mountWebhooks(
  app: FastifyInstance,
  parts: Pick<Parts, 'orm' | 'telemetry'>,
  secret: string,
): Promise<void> {
  await app.register(async (scope) => {
    acceptJson(scope);
    scope.post('/webhooks/postmark', {
      // A bounce may contain the original mail.
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
