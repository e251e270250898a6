import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTelemetry, reportFailure } from './telemetry.ts';

let lines: string[];

beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const silent = pino({ level: 'silent' });

const create = () =>
  createTelemetry(
    pino({ base: null, timestamp: false }, { write: (line) => lines.push(line.trim()) }),
  );

it('logs a limit once when it begins to refuse, and once when it has refused nothing for a minute', () => {
  const telemetry = create();
  telemetry.limited('sends_per_ip');
  telemetry.limited('sends_per_ip');
  vi.advanceTimersByTime(59_999);
  telemetry.limited('sends_per_ip');
  vi.advanceTimersByTime(59_999);
  expect(lines).toEqual([
    '{"level":40,"limit":"sends_per_ip","msg":"a limit has begun to refuse"}',
  ]);
  vi.advanceTimersByTime(1);
  expect(lines.slice(1)).toEqual([
    '{"level":30,"limit":"sends_per_ip","times":3,"msg":"a limit is over"}',
  ]);
});

it('logs a limit that begins again, and how often it refused since', () => {
  const telemetry = create();
  telemetry.limited('capacity');
  vi.advanceTimersByTime(60_000);
  telemetry.limited('capacity');
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(4);
  expect(lines[3]).toContain('"times":1');
});

it.each([
  ['53100', 'disk_full'],
  ['55P03', 'lock_timeout'],
  ['53300', 'too_many_connections'],
  ['57014', 'slow_statement'],
  ['40001', 'contention'],
  ['ECONNREFUSED', 'unreachable'],
])(
  'tells the database’s trouble of code %s as %s, when it begins and when it is over',
  (code, trouble) => {
    const telemetry = create();
    const report = () =>
      reportFailure(
        { logger: silent, telemetry },
        new Error('outer', { cause: Object.assign(new Error('inner'), { code }) }),
        { path: 'profiles.list' },
      );
    report();
    report();
    expect(lines).toEqual([
      expect.stringContaining(`"trouble":"${trouble}","path":"profiles.list"`),
    ]);
    vi.advanceTimersByTime(60_000);
    expect(lines.slice(1)).toEqual([
      `{"level":30,"trouble":"${trouble}","times":2,"msg":"the database’s trouble is over"}`,
    ]);
  },
);

it('tells that mail does not leave when that begins, with the reason, and when it is over', () => {
  const telemetry = create();
  telemetry.mailTroubled('provider_failed');
  vi.advanceTimersByTime(59_999);
  telemetry.mailTroubled('connection_failed');
  expect(lines).toEqual(['{"level":40,"reason":"provider_failed","msg":"mail does not leave"}']);
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(1)).toEqual(['{"level":30,"msg":"mail leaves again"}']);
});

it('knows a trouble until it was not met for a minute', () => {
  const telemetry = create();
  telemetry.troubled('disk_full', {});
  expect(telemetry.isTroubledBy('disk_full')).toBe(true);
  expect(telemetry.isTroubledBy('busy_pool')).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(telemetry.isTroubledBy('disk_full')).toBe(false);
});

it('tells trouble of one kind apart from trouble of another', () => {
  const telemetry = create();
  telemetry.troubled('disk_full', {});
  telemetry.troubled('busy_pool', {});
  expect(lines).toHaveLength(2);
});
