import { answerErrors } from '@namecard/rest';
import { answerReason } from '@namecard/router';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { refuseOverload } from './overload.ts';

/** Holds up everything in this process for so many milliseconds, without using the processor. */
const block = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

it('a process that lags behind refuses work, says when to come back, and works again once it has caught up', async () => {
  await using app = fastify();
  answerErrors(app, { errors: answerReason, answer: () => undefined });
  await refuseOverload(app, 200);
  app.get('/', async () => 'well');
  await app.ready();
  const ask = async () => {
    const { statusCode, headers } = await app.inject('/');
    return [statusCode, 'retry-after' in headers];
  };
  const askWhileBlocked = () => {
    block(400);
    return ask();
  };
  await expect.poll(askWhileBlocked, { timeout: 60_000 }).toEqual([503, true]);
  await expect.poll(ask, { timeout: 60_000 }).toEqual([200, false]);
});
