import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createShedding } from './shedding.ts';
import { createTelemetry } from '../watch/telemetry.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('tells few to come back in a second, a crowd at very different times, and counts them all', () => {
  const telemetry = createTelemetry(pino({ level: 'silent' }));
  const shed = createShedding(telemetry);
  expect(shed('capacity')).toBe(1);
  const crowd = Array.from({ length: 5_000 }, () => shed('share_of_work'));
  expect(Math.min(...crowd)).toBe(1);
  expect(Math.max(...crowd)).toBeLessThanOrEqual(60);
  expect(new Set(crowd.slice(-1_000)).size).toBeGreaterThan(20);
  vi.advanceTimersByTime(60_000);
  expect(shed('capacity')).toBe(1);
  const { events, limits } = telemetry.readings;
  expect(events.get('shed_requests')).toBe(5_002);
  expect([limits.get('share_of_work'), limits.get('capacity')]).toEqual([5_000, 2]);
});
