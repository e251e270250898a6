import { fetchJson, type Settings } from '@namecard/testing';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { startTestService } from '../testing/start-service.ts';

/** The warnings during three requests with a forwarded header and one without. */
async function warningsUnder(settings: Settings): Promise<string[]> {
  const log: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => log.push(line) });
  const { origin, stop } = await startTestService({ settings, logger });
  await fetchJson(`${origin}/healthz`);
  const before = log.length;
  for (const ip of ['192.0.2.1', '192.0.2.2', '192.0.2.1, 192.0.2.3']) {
    await fetchJson(`${origin}/healthz`, { headers: { 'x-forwarded-for': ip } });
  }
  await stop();
  expect(before).toBe(0);
  return log;
}

describe('a forwarded header', () => {
  it('causes one warning at once if no proxy is trusted', async () => {
    const warnings = await warningsUnder({});
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('TRUST_PROXY');
    expect(warnings[0]).not.toContain('192.0.2');
  });

  it('causes no warning if proxies are trusted', async () => {
    expect(await warningsUnder({ TRUST_PROXY: '127.0.0.1' })).toEqual([]);
  });
});
