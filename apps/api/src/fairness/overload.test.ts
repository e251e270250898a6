import { answerErrors } from '@namecard/rest';
import { answerError, answerReason } from '@namecard/router';
import { fastify } from 'fastify';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { guardMemory, type MemoryBounds } from './memory.ts';
import { refuseOverload } from './overload.ts';
import { createShedding } from './shedding.ts';
import { readMetric } from '../testing/read-metric.ts';
import { Metrics } from '../watch/metrics.ts';
import { createTelemetry } from '../watch/telemetry.ts';

const boundless: MemoryBounds = { heap: Infinity, live: Infinity, resident: Infinity };

async function startWithin({
  lag = Infinity,
  ...bounds
}: Partial<MemoryBounds> & { lag?: number }) {
  const app = fastify();
  const metrics = new Metrics();
  const telemetry = createTelemetry(pino({ level: 'silent' }), { metrics });
  answerErrors(app, { errors: answerReason, answer: answerError });
  const noted: boolean[] = [];
  refuseOverload(app, {
    lag,
    // Collecting is a test of the guard's own. Here it takes seconds: all test files of
    // this process share its heap.
    memory: guardMemory({ ...boundless, ...bounds }, telemetry, () => {}),
    health: { noteMemory: (isExceeded) => void noted.push(isExceeded) },
    shed: createShedding(telemetry),
  });
  app.get('/', async () => 'well');
  app.get('/healthz', async () => 'well');
  app.get('/readyz', async () => 'well');
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const ask = async (path = '/') => {
    const { status, headers } = await fetch(`${origin}${path}`);
    return [status, headers.has('retry-after')];
  };
  const close = async () => {
    await app.close();
  };
  return { ask, metrics, noted, [Symbol.asyncDispose]: close };
}

/**
 * Blocks this process for this many milliseconds, without using the processor.
 */
const block = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

it('a slow process refuses work, says when to come back, and works again afterwards', async () => {
  await using service = await startWithin({ lag: 100 });
  const askWhileBlocked = () => {
    block(400);
    return service.ask();
  };
  await expect.poll(() => service.ask(), { timeout: 60_000 }).toEqual([200, false]);
  await expect
    .poll(askWhileBlocked, { timeout: 60_000, interval: 1 })
    .toEqual([503, true]);
  await expect.poll(() => service.ask(), { timeout: 60_000 }).toEqual([200, false]);
});

describe.each<[string, Partial<MemoryBounds>]>([
  ['whose heap is nearly full', { heap: 0 }],
  ['whose heap and buffers take more than they may', { live: 0 }],
  ['that takes more memory than it may', { resident: 0 }],
])('a process %s', (_which, bounds) => {
  it('refuses work, counts refusals, and still answers health checks', async () => {
    await using service = await startWithin(bounds);
    await expect.poll(() => service.ask(), { timeout: 60_000 }).toEqual([503, true]);
    expect(await service.ask('/healthz')).toEqual([200, false]);
    expect(await service.ask('/readyz')).toEqual([200, false]);
    const { metrics } = service;
    const event = 'shed_requests';
    const shed = await readMetric(metrics, 'namecard_events_total', { event });
    expect(shed).toBeGreaterThan(0);
    const limit = 'memory';
    expect(await readMetric(metrics, 'namecard_limited_total', { limit })).toBe(shed);
    expect(service.noted.at(-1)).toBe(true);
  });
});
