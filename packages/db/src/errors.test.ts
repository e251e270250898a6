import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { statements } from './database.ts';
import { isUnavailable, troubleIn, violatesUnique } from './errors.ts';
import { openOrm } from './orm.ts';
import { createTestDatabase, useTestDatabase } from './testing.ts';

const database = useTestDatabase();
const db = () => statements(database().orm.em.fork());

/** Returns the error of a call that must fail. */
async function failure(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('The call did not fail');
}

const insertUser = async (email: string, username: string) =>
  db()
    .insertInto('users')
    .values({
      id: sql`gen_random_uuid()`,
      email,
      emailKey: email,
      username,
      usernameKey: username,
    })
    .execute();

describe('a violated constraint', () => {
  it('is known by its name', async () => {
    await insertUser('one@example.com', 'taken');
    const error = await failure(insertUser('two@example.com', 'taken'));
    expect(violatesUnique(error, 'users_username_key_unique')).toBe(true);
    expect(violatesUnique(error, 'users_email_key_unique')).toBe(false);
    expect(isUnavailable(error)).toBe(false);
  });

  it('is recognised through the entity manager and inside other errors', async () => {
    await insertUser('three@example.com', 'three');
    const error = await failure(
      database()
        .orm.em.fork()
        .getConnection()
        .execute(
          `insert into users (id, email, email_key, username, username_key) values (gen_random_uuid(), 'x', 'x', 'three', 'three')`,
        ),
    );
    expect(violatesUnique(error, 'users_username_key_unique')).toBe(true);
    const outer = new Error('outer', { cause: error });
    expect(violatesUnique(outer, 'users_username_key_unique')).toBe(true);
  });

  it('is not every error with its name: a missing row is different', async () => {
    const error = await failure(
      db()
        .insertInto('challenges')
        .values({
          id: sql`gen_random_uuid()`,
          email: 'nobody',
          createdAt: sql`now()`,
          mails: 1,
          keyId: 'k',
        })
        .execute(),
    );
    expect(violatesUnique(error, 'challenges_email_foreign')).toBe(false);
    expect(isUnavailable(error)).toBe(false);
  });

  it.each([undefined, null, 'text', {}, { code: '23505', constraint: 'c' }])(
    'is never a value that is no error: %j',
    (value) => {
      expect(violatesUnique(value, 'c')).toBe(false);
      expect(isUnavailable(value)).toBe(false);
    },
  );
});

describe('an unavailable database', () => {
  const unavailable = async (call: Promise<unknown>) =>
    isUnavailable(await failure(call));

  it('is one that does not answer', async () => {
    const orm = await openOrm({ url: 'postgresql://nobody@127.0.0.1:1/nothing' });
    try {
      expect(await unavailable(sql`select 1`.execute(statements(orm.em.fork())))).toBe(
        true,
      );
      const inTransaction = orm.em.fork().transactional(async () => {});
      expect(await unavailable(inTransaction)).toBe(true);
    } finally {
      await orm.close();
    }
  });

  it.each([
    ['socket', `host=${join(import.meta.filename, 'none')}`, /ENOTDIR/],
    ['name', 'host=nowhere.invalid', /nowhere\.invalid/],
    ['network', 'host=255.255.255.255', /255\.255\.255\.255/],
  ])('is one whose %s is missing', async (_, parameters, reason) => {
    const orm = await openOrm({ url: `postgresql://nobody@/nothing?${parameters}` });
    const error = await failure(sql`select 1`.execute(statements(orm.em.fork())));
    await orm.close();
    expect(troubleIn(error)).toMatchObject({
      trouble: 'unreachable',
      reason: expect.stringMatching(reason),
    });
  });

  it('is one that was shut down, with its open connections', async () => {
    const { orm, drop } = await createTestDatabase();
    const em = orm.em.fork();
    const suicide = sql`select pg_terminate_backend(pg_backend_pid())`.execute(
      statements(em),
    );
    expect(await unavailable(suicide)).toBe(true);
    await drop();
  });

  it('is one without a free connection', async () => {
    const error = new Error('timeout exceeded when trying to connect');
    expect(isUnavailable(error)).toBe(true);
    expect(isUnavailable(new Error('outer', { cause: error }))).toBe(true);
  });

  it('is not one that finds a mistake in the statement', async () => {
    expect(await unavailable(sql`select nonsense`.execute(db()))).toBe(false);
    expect(await unavailable(sql`select 1 / 0`.execute(db()))).toBe(false);
    expect(await unavailable(sql`select ${'\0'}::text`.execute(db()))).toBe(false);
  });

  it.each([
    ['EAI_AGAIN', true],
    ['ENETUNREACH', true],
    ['EHOSTDOWN', true],
    ['ENOENT', false],
  ])('is one if the network fails: %s, %s', (code, is) => {
    expect(isUnavailable(Object.assign(new Error('read'), { code }))).toBe(is);
  });

  it('is recognised at the first of several tried addresses', () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    expect(isUnavailable(new AggregateError([refused, refused]))).toBe(true);
  });

  it('is looked for in a circle of causes without an endless loop', () => {
    const error = new Error('outer');
    error.cause = error;
    expect(isUnavailable(error)).toBe(false);
  });
});

describe('the database’s message', () => {
  it.each([
    [
      '57014',
      "do $$ begin raise exception 'it took long' using errcode = '57014'; end $$",
    ],
    ['53100', "do $$ begin raise exception 'no room' using errcode = '53100'; end $$"],
    ['55P03', "do $$ begin raise exception 'a lock' using errcode = '55P03'; end $$"],
  ])('of %s is its own line, without the statement', async (code, statement) => {
    const run = database().orm.em.fork().getConnection().execute(statement);
    const { reason = '' } = troubleIn(await failure(run)) ?? {};
    expect(reason).toMatch(new RegExp(`^${code}: [a-z ]+$`));
  });

  it('of a refused password names the user and not the password', async () => {
    const { url, drop } = await createTestDatabase();
    const wrong = new URL(url);
    wrong.password = 'not-the-password';
    wrong.username = 'nobody';
    const orm = await openOrm({ url: wrong.href, poolSize: 1 });
    const { trouble, reason } =
      troubleIn(await failure(orm.em.fork().getConnection().execute('select 1'))) ?? {};
    expect(trouble).toBe('unreachable');
    expect(reason).toMatch(/^28(P01|000): .*"nobody"/);
    expect(reason).not.toContain('not-the-password');
    await orm.close();
    await drop();
  });
});
