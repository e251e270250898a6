import underPressure from '@fastify/under-pressure';
import { HttpError } from '@namecard/rest';
import type { FastifyInstance } from 'fastify';

/**
 * Answers 503 while the process can't keep up: a client that waits in vain costs both sides more.
 * @param maxEventLoopDelay milliseconds by which the process may lag behind; 0: as many as it likes
 */
export async function refuseOverload(
  app: FastifyInstance,
  maxEventLoopDelay: number,
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay,
    pressureHandler: () => {
      throw new HttpError('UNAVAILABLE');
    },
  });
}
