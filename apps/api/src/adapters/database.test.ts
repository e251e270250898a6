import { openOrm } from '@namecard/db';
import { useTestDatabase } from '@namecard/db/testing';
import { testSecretKey } from '@namecard/testing';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { provideDatabase, whenReachable } from './database.ts';
import { readEnvironment } from '../settings/environment.ts';
import { runCommand } from '../testing/run-command.ts';
import { startOn } from '../testing/start-service.ts';

const database = useTestDatabase();

const run = async (text: string) => database().orm.em.getConnection().execute(text);

/** A logger and the lines it wrote. */
function logged() {
  const lines: string[] = [];
  return { lines, logger: pino({}, { write: (line) => void lines.push(line) }) };
}

describe('namecard migrate', () => {
  const migrate = (url = database().url) =>
    runCommand(['migrate'], { DATABASE_URL: url });

  it('prints the migrations that it ran, and nothing else', async () => {
    await run(`drop schema public cascade; create schema public`);
    expect((await migrate()).out.split('\n')).toContain(
      'Migration20261125080000_first_schema',
    );
    expect((await migrate()).out).toBe('The database was up to date.\n');
  });

  it('fails with one line if the database is missing, and does not create it', async () => {
    const missing = Object.assign(new URL(database().url), {
      pathname: '/nothing_of_the_kind',
    });
    expect(await migrate(missing.href)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The database does not exist.*3D000.*\n$/),
    });
    const made = await run(
      `select from pg_database where datname = 'nothing_of_the_kind'`,
    );
    expect(made).toEqual([]);
  });
});

describe('a start', () => {
  it('on a database that is not UTF8 ends with one line, and doctor says the same', async () => {
    const name = `${new URL(database().url).pathname.slice(1)}_latin`;
    const words = `encoding 'LATIN1' locale_provider libc locale 'C' template template0`;
    await run(`create database ${name} ${words}`);
    const DATABASE_URL = Object.assign(new URL(database().url), { pathname: name }).href;
    const settings = { DATABASE_URL, SECRET_KEY: testSecretKey };
    await expect(startOn(DATABASE_URL)).rejects.toThrow(
      /^The database is in LATIN1.*encoding 'UTF8'.*$/,
    );
    const { out, code } = await runCommand(['doctor'], settings);
    expect(code).toBe(1);
    expect(out).toMatch(/^fail {2}encoding: is in LATIN1/m);
    await run(`drop database ${name}`);
  });

  it('goes on if it can’t count the history that is due, and says so', async () => {
    const { lines, logger } = logged();
    await run('alter function is_stood_on rename to is_gone');
    const service = await startOn(database().url, { logger });
    await run('alter function is_gone rename to is_stood_on');
    expect(lines.join()).toContain('How much old history is due could not be counted');
    await service.close();
  });

  it('waits for an unreachable database, says once where and why, says when it can be used, and never the password', async () => {
    const { lines, logger } = logged();
    const url = 'postgresql://u:hunter2@127.0.0.1:1/d';
    const orm = await openOrm({ url });
    const answer = 'reached';
    let attempts = 0;
    const attempt = async () => {
      attempts += 1;
      if (attempts < 4) await orm.em.fork().execute('select 1');
      return answer;
    };
    expect(await whenReachable(attempt, url, logger)).toBe(answer);
    await orm.close();
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /127\.0\.0\.1:1 can’t be used yet \(connect ECONNREFUSED 127\.0\.0\.1:1\)/,
    );
    expect(lines[1]).toContain('can be used');
    expect(lines.join()).not.toContain('hunter2');
  });

  it('does not wait if the user is refused', async () => {
    const { lines, logger } = logged();
    const url = Object.assign(new URL(database().url), { username: 'nobody' }).href;
    const orm = await openOrm({ url });
    const attempt = async () => orm.em.fork().execute('select 1');
    await expect(whenReachable(attempt, url, logger)).rejects.toThrow(
      /^The database refuses the .*DATABASE_URL.*"nobody"/,
    );
    await orm.close();
    expect(lines).toEqual([]);
  });

  it.each([
    ['sslmode=require', 1],
    ['sslmode=no-verify', 1],
    ['sslmode=verify-full', 0],
    ['', 0],
  ])('with %j warns of an unverified server in %i lines', async (parameters, count) => {
    const { lines, logger } = logged();
    const DATABASE_URL = `postgresql://u:hunter2@db/d?${parameters}`;
    await provideDatabase(readEnvironment({ DATABASE_URL }), logger, { lends: true });
    expect(lines).toHaveLength(count);
    expect(lines.join()).not.toContain('hunter2');
  });
});
