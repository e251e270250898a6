import { acceptJson } from '@namecard/rest';
import { recordWebhook } from '@namecard/router';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { Parts } from '../parts.ts';
import { requireSecret } from '../watch/shared-secret.ts';

/** A bounce may contain the original mail. */
const largestBody = 1024 * 1024;

/** Bodies that are read at the same time. */
const mostAtOnce = 4;

/** Lets this many requests in at a time, until each is answered or its client gone. */
function letIn(most: number): onRequestHookHandler {
  const waiting: (() => void)[] = [];
  let running = 0;
  const next = () => {
    if (running < most) waiting.shift()?.();
  };
  return ({ socket }, { raw }, done) => {
    waiting.push(() => {
      running += 1;
      const end = () => {
        raw.off('close', end);
        socket.off('close', end);
        running -= 1;
        next();
      };
      raw.once('close', end);
      socket.once('close', end);
      if (socket.destroyed) end();
      else done();
    });
    next();
  };
}

/** Postmark's webhooks about bounces, complaints and suppressions. Never logs them. */
export async function mountWebhooks(
  app: FastifyInstance,
  parts: Pick<Parts, 'orm' | 'telemetry'>,
  secret: string,
): Promise<void> {
  await app.register(async (scope) => {
    acceptJson(scope);
    scope.post('/webhooks/postmark', {
      bodyLimit: largestBody,
      // `letIn` has its turns. Its body may be larger than what the door awaits.
      config: { runsCalls: true },
      onRequest: [
        requireSecret(
          secret,
          'Basic realm="postmark webhooks"',
          'Send the webhook secret as the password of Basic authentication.',
        ),
        letIn(mostAtOnce),
      ],
      handler: async (request) => {
        await recordWebhook(parts, request.body);
        return {};
      },
    });
  });
}
