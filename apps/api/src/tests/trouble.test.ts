import { createTestDatabase } from '@namecard/db/testing';
import { cuttableLink, fetchJson, signIn } from '@namecard/testing';
import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { startOn, useService } from '../testing/start-service.ts';

const lines: string[] = [];
const logger = pino(
  { level: 'warn', base: null, timestamp: false },
  { write: (line) => lines.push(line) },
);

beforeEach(() => {
  lines.length = 0;
});

async function counted(origin: string, sample: string): Promise<number> {
  const { body } = await fetchJson(`${origin}/metrics`);
  const line = String(body)
    .split('\n')
    .find((one) => one.startsWith(sample));
  return Number(line?.split(' ').at(-1));
}

const sendCode = (origin: string, email: string) =>
  fetchJson(`${origin}/api/v1/auth/send-code`, { json: { email } });

describe('while the database is away', () => {
  it('the log has one line for any number of calls and jobs', async () => {
    const database = await createTestDatabase();
    const link = await cuttableLink(database.url);
    const service = await startOn(link.url, { logger });
    const { address: origin, mailbox } = service;
    await signIn({ origin, mailbox }, 'ann@example.com');
    lines.length = 0;
    await link.cut();
    const answers = await Promise.all(
      ['bob', 'carl'].map((name) => sendCode(origin, `${name}@example.com`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    // Probes and jobs repeat their queries.
    const failures = () =>
      counted(origin, 'namecard_database_failures_total{trouble="unreachable"}');
    await expect.poll(failures, { timeout: 60_000 }).toBeGreaterThan(12);
    expect(lines).toEqual([
      expect.stringContaining('"event":"database_trouble_begun","trouble":"unreachable"'),
    ]);
    await link.mend();
    await service.close();
    await link.cut();
    await database.drop();
  });
});

describe('a service', () => {
  const settings = { LIMIT_WRONG_PER_IP: '2' };
  const service = useService({ settings, logger });

  it('whose database is full says so once, still reads, and counts each failure', async () => {
    const { origin, service: running } = service();
    const token = await signIn(service(), 'bob@example.com');
    const run = async (sql: string) => running.parts.orm.em.getConnection().execute(sql);
    await run(`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`);
    await run(
      'create trigger no_room before insert on challenges for each statement execute function no_room()',
    );
    lines.length = 0;
    for (const name of ['carl', 'dora', 'eve']) {
      expect((await sendCode(origin, `${name}@example.com`)).status).toBe(503);
    }
    expect((await fetchJson(`${origin}/api/v1/users/me`, { token })).status).toBe(200);
    await run('drop function no_room cascade');
    expect(lines).toEqual([
      expect.stringContaining('"event":"database_trouble_begun","trouble":"disk_full"'),
    ]);
    const failed = await counted(
      origin,
      'namecard_database_failures_total{trouble="disk_full"}',
    );
    expect(failed).toBe(3);
  });

  it('can be started while its database is read-only, and serves what is read', async () => {
    const { databaseUrl, service: running } = service();
    const token = await signIn(service(), 'fay@example.com');
    const name = new URL(databaseUrl).pathname.slice(1);
    const change = async (how: string) =>
      running.parts.orm.em
        .getConnection()
        .execute(`begin read write; alter database ${name} ${how}; commit`);
    await change('set default_transaction_read_only = on');
    const again = await startOn(databaseUrl);
    const url = `${again.address}/api/v1/users/me`;
    expect((await fetchJson(url, { token })).status).toBe(200);
    await again.close();
    await change('reset default_transaction_read_only');
  });

  it('whose limit is reached says so once, and counts each refusal', async () => {
    const { origin } = service();
    await sendCode(origin, 'ann@example.com');
    for (let guess = 0; guess < 6; guess += 1) {
      const json = { email: 'ann@example.com', otp: String(100_000 + guess) };
      await fetchJson(`${origin}/api/v1/auth/verify-code`, { json });
    }
    expect(lines).toEqual([
      expect.stringContaining('"event":"limit_begun","limit":"wrong_codes_per_ip"'),
    ]);
    const refused = () =>
      counted(origin, 'namecard_limited_total{limit="wrong_codes_per_ip"}');
    await expect.poll(refused).toBeGreaterThan(2);
  });
});
