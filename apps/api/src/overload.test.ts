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
  refuseOverload(app, 100);
  app.get('/', async () => 'well');
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const ask = async () => {
    const { status, headers } = await fetch(origin);
    return [status, headers.has('retry-after')];
  };
  const askWhileBlocked = () => {
    block(400);
    return ask();
  };
  expect(await ask()).toEqual([200, false]);
  await expect.poll(askWhileBlocked, { timeout: 60_000, interval: 1 }).toEqual([503, true]);
  await expect.poll(ask, { timeout: 60_000 }).toEqual([200, false]);
});
