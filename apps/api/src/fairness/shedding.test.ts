import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createShedding } from './shedding.ts';
import { readMetric } from '../testing/read-metric.ts';
import { Metrics } from '../watch/metrics.ts';
import { createTelemetry } from '../watch/telemetry.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('tells a few clients to come back in a second, a crowd at very different times, and counts them all', async () => {
  const metrics = new Metrics();
  const shed = createShedding(createTelemetry(pino({ level: 'silent' }), { metrics }));
  expect(shed('capacity')).toBe(1);
  const crowd = Array.from({ length: 5_000 }, () => shed('share_of_work'));
  expect(Math.min(...crowd)).toBe(1);
  expect(Math.max(...crowd)).toBeLessThanOrEqual(60);
  expect(new Set(crowd.slice(-1_000)).size).toBeGreaterThan(20);
  vi.advanceTimersByTime(60_000);
  expect(shed('capacity')).toBe(1);
  const event = 'shed_requests';
  expect(await readMetric(metrics, 'namecard_events_total', { event })).toBe(5_002);
  const limited = async (limit: string) =>
    readMetric(metrics, 'namecard_limited_total', { limit });
  expect(await limited('share_of_work')).toBe(5_000);
  expect(await limited('capacity')).toBe(2);
});
