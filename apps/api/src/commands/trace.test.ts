import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fetchJson, requestCode, signIn, testSecretKey } from '@namecard/testing';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { useService } from '../testing/start-service.ts';
import { findEvents } from './trace.ts';

const namecard = join(import.meta.dirname, '..', 'namecard.js');

const lines: string[] = [];
const logger = pino({}, { write: (line) => lines.push(line) });
const service = useService({ logger });

async function* each(texts: readonly string[]) {
  yield* texts;
}

const eventsOf = async (address: string, texts = lines, user?: string) => {
  const { hashes } = service().service.parts.deps;
  const found = await findEvents(each(texts), { hashes, address, user });
  return found.map(({ event }) => event);
};

/** Runs the command with these lines on standard input and returns its output. */
async function trace(...args: string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = execFile(
    process.execPath,
    [namecard, 'user', 'trace', ...args],
    {
      env: { DATABASE_URL: service().databaseUrl, SECRET_KEY: testSecretKey },
    },
    (error, stdout, stderr) => (error ? reject(new Error(stderr)) : resolve(stdout)),
  );
  child.stdin?.end(lines.join(''));
  return promise;
}

describe('a trace', () => {
  it('shows what happened to one person, in order, from a log without names', async () => {
    const { origin } = service();
    const ask = (otp: string) =>
      fetchJson(`${origin}/api/v1/auth/verify-code`, {
        json: { email: 'Ann@example.com', otp },
      });
    const code = await requestCode(service(), 'ann@example.com');
    await signIn(service(), 'bob@example.com');
    await ask(code === '000000' ? '111111' : '000000');
    const { body } = await ask(code);
    expect(body).toHaveProperty('data.token');
    const happened = ['code_asked', 'code_sent', 'code_wrong', 'signed_in'];
    await expect.poll(() => eventsOf('ANN＠example.com\u200b')).toEqual(happened);
    expect(await eventsOf('ann@example.com', lines.toReversed())).toEqual(happened);
    expect(await eventsOf('bob@example.com')).toEqual([
      'code_asked',
      'code_sent',
      'signed_in',
    ]);
    expect(await eventsOf('eve@example.com')).toEqual([]);
    expect(lines.join('')).not.toMatch(/(ann|bob)@/i);
  });

  it('includes lines with a prefix, and the lines of the account', async () => {
    const request = { time: Date.now(), event: 'request', user: 'an-id' };
    const texts = [
      'no JSON',
      `namecard-1  | ${JSON.stringify(request)}`,
      '{"time":"broken"}',
      '5',
    ];
    expect(await eventsOf('ann@example.com', texts, 'an-id')).toEqual(['request']);
    expect(await eventsOf('ann@example.com', texts)).toEqual([]);
  });

  it('is printed with what the database knows', async () => {
    const printed = await trace('ann@example.com');
    expect(printed).toMatch(
      /^\S+Z {2}code_asked\n[^]*Z {2}signed_in {2}user="[\da-f-]{36}"\n/,
    );
    expect(printed).toMatch(/^Account [\da-f-]{36}, role user\.$/m);
    expect(printed).toMatch(/^Mail requested \S+: sent, 1 tries$/m);
    const known: unknown = JSON.parse(await trace('nobody@example.com', '--json'));
    expect(known).toMatchObject({ events: [], user: null, deliveries: [] });
  });
});
