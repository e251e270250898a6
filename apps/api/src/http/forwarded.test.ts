import { openOrm, statements } from '@namecard/db';
import { fetchJson } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { useService } from '../testing/start-service.ts';

/** Asks for a code from that address through a proxy. */
const sendFrom = async (origin: string, ip: string) => {
  const { status } = await fetchJson(`${origin}/api/v1/auth/send-code`, {
    json: { email: 'ann@example.com' },
    headers: { 'x-forwarded-for': ip },
  });
  return status;
};

describe('a forwarded address', () => {
  const alone = useService({ settings: { LIMIT_SEND_PER_IP: '1' } });
  const behindProxy = useService({
    settings: { LIMIT_SEND_PER_IP: '1', TRUST_PROXY: '127.0.0.0/8' },
  });

  it('evades no limit while no proxy is trusted', async () => {
    const { origin } = alone();
    expect(await sendFrom(origin, '192.0.2.1')).toBe(200);
    expect(await sendFrom(origin, '192.0.2.2')).toBe(429);
  });

  it('has its own limit behind a trusted proxy', async () => {
    const { origin } = behindProxy();
    expect(await sendFrom(origin, '192.0.2.1')).toBe(200);
    expect(await sendFrom(origin, '192.0.2.2')).toBe(200);
    expect(await sendFrom(origin, '192.0.2.1')).toBe(429);
  });

  it('is believed only from the trusted proxy, not from clients before it', async () => {
    const { origin } = behindProxy();
    expect(await sendFrom(origin, '203.0.113.9, 192.0.2.7')).toBe(200);
    expect(await sendFrom(origin, '203.0.113.10, 192.0.2.7')).toBe(429);
  });

  it('of IPv6 counts for its whole network of 64 bits', async () => {
    const { origin } = behindProxy();
    expect(await sendFrom(origin, '2001:db8:1:2::1')).toBe(200);
    expect(await sendFrom(origin, '2001:db8:1:2:ffff::9')).toBe(429);
    expect(await sendFrom(origin, '2001:db8:1:3::1')).toBe(200);
  });
});

describe('the client of a waiting request', () => {
  const service = useService({
    settings: { MAX_MAILS_PER_HOUR: '1', TRUST_PROXY: '127.0.0.0/8' },
  });

  it('is known to forward for others, or not, whatever the proxy says about the client itself', async () => {
    const { origin, databaseUrl } = service();
    const ask = async (email: string, headers: Record<string, string>) =>
      fetchJson(`${origin}/api/v1/auth/send-code`, { json: { email }, headers });
    const orm = await openOrm({ url: databaseUrl });
    const database = statements(orm.em);
    const readTurns = async () =>
      database
        .selectFrom('mail_turns')
        .select(['address', 'isForwarded'])
        .where('state', '=', 'waiting')
        .orderBy('address')
        .execute();
    await ask('first@example.com', {});
    await expect.poll(readTurns).toEqual([]);
    await ask('direct@example.com', {});
    await ask('proxied@example.com', { 'x-forwarded-for': '192.0.2.1' });
    await ask('passed-on@example.com', { 'x-forwarded-for': '198.51.100.7, 192.0.2.1' });
    expect(await readTurns()).toEqual([
      { address: 'direct@example.com', isForwarded: false },
      { address: 'passed-on@example.com', isForwarded: true },
      { address: 'proxied@example.com', isForwarded: false },
    ]);
    await orm.close();
  });
});
