import { fixedHashes } from '@namecard/router/testing';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMetric } from '../testing/read-metric.ts';
import { Metrics } from './metrics.ts';
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
    { database: 'db.example.com:5432' },
  );

it('logs a limit once when it begins to refuse, and once when it has refused nothing for 90 seconds', () => {
  const telemetry = create();
  telemetry.limited('sends_per_ip');
  telemetry.limited('sends_per_ip');
  vi.advanceTimersByTime(89_999);
  telemetry.limited('sends_per_ip');
  vi.advanceTimersByTime(89_999);
  expect(lines).toEqual([
    '{"level":40,"event":"limit_begun","limit":"sends_per_ip","msg":"a limit has begun to refuse"}',
  ]);
  vi.advanceTimersByTime(1);
  expect(lines.slice(1)).toEqual([
    '{"level":30,"event":"limit_over","limit":"sends_per_ip","times":3,"msg":"a limit is over"}',
  ]);
});

it.each([
  ['53100', 'disk_full'],
  ['55P03', 'lock_timeout'],
  ['53300', 'too_many_connections'],
  ['57014', 'slow_statement'],
  ['40001', 'contention'],
  ['ECONNREFUSED', 'unreachable'],
])(
  'reports the database’s error %s as %s, when it begins and when it is over',
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
      expect.stringContaining(
        `"trouble":"${trouble}","database":"db.example.com:5432","path":"profiles.list","reason":"${code}: inner"`,
      ),
    ]);
    vi.advanceTimersByTime(90_000);
    expect(lines.slice(1)).toEqual([
      `{"level":30,"event":"database_trouble_over","trouble":"${trouble}","times":2,"msg":"the database’s trouble is over"}`,
    ]);
  },
);

it('reports when mail stops leaving, with the reason, and when it leaves again', () => {
  const telemetry = create();
  telemetry.mailTroubled('provider_failed');
  vi.advanceTimersByTime(59_999);
  telemetry.mailTroubled('connection_failed');
  expect(lines).toEqual([
    '{"level":40,"event":"mail_trouble_begun","reason":"provider_failed","msg":"mail does not leave"}',
  ]);
  vi.advanceTimersByTime(90_000);
  expect(lines.slice(1)).toEqual([
    '{"level":30,"event":"mail_trouble_over","msg":"mail leaves again"}',
  ]);
});

it('reports an address that forwards nothing once, until it is quiet for 90 seconds', () => {
  const telemetry = create();
  const said = () =>
    lines.filter((line) => line.includes('"event":"forwards_nothing"')).length;
  telemetry.forwardsNothing();
  vi.advanceTimersByTime(89_999);
  telemetry.forwardsNothing();
  expect(said()).toBe(1);
  vi.advanceTimersByTime(90_000);
  telemetry.forwardsNothing();
  expect(said()).toBe(2);
});

it('tells the provider’s words once, when its trouble begins', () => {
  const telemetry = create();
  telemetry.mailTroubled('message_rejected', 'Not from you.');
  telemetry.mailTroubled('message_rejected');
  const told = lines.filter((line) => line.includes('mail_trouble_begun'));
  expect(told).toEqual([expect.stringContaining('"words":"Not from you."')]);
});

it('knows a trouble until it is quiet for 90 seconds', () => {
  const telemetry = create();
  telemetry.troubled('disk_full', {});
  expect(telemetry.isTroubledBy('disk_full')).toBe(true);
  expect(telemetry.isTroubledBy('busy_pool')).toBe(false);
  vi.advanceTimersByTime(90_000);
  expect(telemetry.isTroubledBy('disk_full')).toBe(false);
});

it('keeps trouble of different kinds apart', () => {
  const telemetry = create();
  telemetry.troubled('disk_full', {});
  telemetry.troubled('busy_pool', {});
  expect(lines).toHaveLength(2);
});

it('has an own event for the limit that closes short codes to everybody', () => {
  create().limited('wrong_codes_per_day');
  expect(lines).toEqual([expect.stringContaining('"event":"codes_closed"')]);
});

it('logs a failing job once, for all its errors, and again when it has not failed for 20 minutes', () => {
  const telemetry = create();
  for (let failure = 0; failure < 4; failure += 1) {
    telemetry.jobFailed(new Error(`number ${failure}`), 'sweep');
    vi.advanceTimersByTime(900_000);
  }
  expect(lines).toEqual([expect.stringContaining('"event":"job_failing","job":"sweep"')]);
  vi.advanceTimersByTime(300_000);
  expect(lines.slice(1)).toEqual([
    expect.stringContaining('"event":"job_recovered","job":"sweep","times":4'),
  ]);
});

it('reports trouble of the database once for all jobs, not for each', () => {
  const telemetry = create();
  const gone = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
  for (const job of ['sweep', 'outbox']) telemetry.jobFailed(gone, job);
  expect(lines).toEqual([
    expect.stringContaining(
      '"trouble":"unreachable","database":"db.example.com:5432","job":"sweep","reason":"ECONNREFUSED: gone"',
    ),
  ]);
});

describe('a security event', () => {
  const telemetry = () =>
    createTelemetry(
      pino(
        { base: null, timestamp: false },
        { write: (line) => lines.push(line.trim()) },
      ),
      { hashes: fixedHashes },
    );

  it('is logged with a name for the address that changes each month and ignores the spelling', () => {
    vi.setSystemTime('2026-11-30T23:59:59.999Z');
    telemetry().event('code_wrong', { address: 'ann@example.com' });
    telemetry().event('code_wrong', { address: 'Ann@Example.com' });
    vi.setSystemTime('2026-12-01T00:00:00.000Z');
    telemetry().event('code_wrong', { address: 'ann@example.com' });
    const [first, second, third] = lines;
    expect(first).toMatch(
      /^\{"level":30,"event":"code_wrong","person":"[\w-]{22}","msg":/,
    );
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(lines.join()).not.toMatch(/ann/i);
  });

  it('is counted', async () => {
    const metrics = new Metrics();
    const event = 'signed_in';
    const person = { address: 'ann@example.com', user: 'an-id' };
    createTelemetry(silent, { metrics }).event(event, person);
    expect(await readMetric(metrics, 'namecard_events_total', { event })).toBe(1);
  });
});
