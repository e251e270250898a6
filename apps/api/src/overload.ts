import underPressure from '@fastify/under-pressure';
import { HttpError } from '@namecard/rest';
import type { FastifyInstance } from 'fastify';

/** Milliseconds by which the process may lag behind before it takes no more work on. */
const longestDelay = 1_000;

/** Answers 503 while the process can't keep up: a client that waits in vain costs both sides more. */
export async function refuseOverload(app: FastifyInstance): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: longestDelay,
    pressureHandler: () => {
      throw new HttpError('UNAVAILABLE');
    },
  });
}
