import { withConnection } from '@namecard/embedded-postgres';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statements } from './database.ts';
import { diagnose } from './diagnosis.ts';
import { migrate, readMigrations } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { openOrm, type Orm } from './orm.ts';
import { unmetBy } from './requirements.ts';
import { startErrorOf } from './start-error.ts';
import { startTemporary } from './testing.ts';
import { withDatabase } from './testing/provided.ts';

let server: Awaited<ReturnType<typeof startTemporary>>;

beforeAll(async () => {
  server = await startTemporary();
});
afterAll(async () => server.stop());

const run = async (...queries: string[]) =>
  withConnection(server.adminUrl, async (admin) => {
    for (const query of queries) await admin.query(query);
  });

/** A database created with these options. */
async function make(name: string, words: string): Promise<string> {
  await run(`create database ${name} ${words} template template0`);
  return withDatabase(server.adminUrl, name);
}

async function using<Result>(url: string, work: (orm: Orm) => Promise<Result>) {
  const orm = await openOrm({ url, poolSize: 2 });
  try {
    return await work(orm);
  } finally {
    await orm.close();
  }
}

describe('a database that can’t store every character', () => {
  it.each(['LATIN1', 'SQL_ASCII', 'EUC_JP'])(
    'is refused in one line, also by doctor, and not changed: %s',
    async (encoding) => {
      const name = `in_${encoding.toLowerCase()}`;
      const url = await make(
        name,
        `encoding '${encoding}' locale_provider libc locale 'C'`,
      );
      await using(url, async (orm) => {
        const error = await migrate(orm).catch((thrown: unknown) => thrown);
        const line = startErrorOf(error)?.message;
        expect(line).toMatch(
          new RegExp(`^The database is in ${encoding}.*create database`),
        );
        expect(line).not.toContain('\n');
        expect(await readMigrations(orm.em.fork())).toEqual([]);
      });
      expect(unmetBy(await diagnose(url))).toMatchObject([{ name: 'encoding' }]);
    },
  );

  it('is replaced by the statement in that line', async () => {
    const url = await make('old', `encoding 'LATIN1' locale_provider libc locale 'C'`);
    const [unmet] = unmetBy(await diagnose(url));
    const [statement = ''] = /create database [^;]+;/.exec(unmet?.message ?? '') ?? [];
    await run(statement);
    const mended = withDatabase(server.adminUrl, 'namecard_utf8');
    await using(mended, async (orm) =>
      expect(await migrate(orm)).toHaveLength(migrations.length),
    );
    expect(unmetBy(await diagnose(mended))).toEqual([]);
  });
});

describe('the database’s own collation', () => {
  it.each([
    ['tr', `locale_provider icu icu_locale 'tr-TR' locale 'C'`],
    ['lt', `locale_provider icu icu_locale 'lt' locale 'C'`],
    ['c', `locale_provider libc locale 'C'`],
    ['utf', `locale_provider libc locale 'C.UTF-8'`],
  ])(
    'changes neither how case is folded, nor that an index finds how a username begins: %s',
    async (name, words) => {
      const url = await make(`collated_${name}`, `encoding 'UTF8' ${words}`);
      await using(url, async (orm) => {
        await migrate(orm);
        const db = statements(orm.em.fork());
        const folding = await sql<{ folded: string; found: boolean }>`
          select fold_case('ITIL ÖÌЖΩ') as folded,
            search_text('GRÖSSE ITIL ΟΔΟΣ') = 'grosse itil οδοσ' as found,
            user_text('a@example.com', 'ITIL', null, null, null, null) like fold_case('%ITIL%') as "user"
        `.execute(db);
        expect(folding.rows).toEqual([{ folded: 'itil öìжω', found: true, user: true }]);
        const { rows } = await sql<Record<string, string>>`
          explain (costs off) select from profiles where username_key like 'zq%'
        `.execute(db);
        expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
          /profiles_username_key_unique[^]*Index Cond: .*username_key >= 'zq'/,
        );
      });
    },
  );
});

describe('the extension pg_trgm', () => {
  it('is asked for in one line if the role may not create it', async () => {
    const url = await make('bare', `encoding 'UTF8' locale_provider libc locale 'C'`);
    expect((await diagnose(url)).trigrams).toBe('available');
    await run('revoke create on database bare from current_user');
    await using(url, async (orm) => {
      await expect(migrate(orm)).rejects.toThrow(
        /^The database lacks pg_trgm.*create extension pg_trgm;/,
      );
      await run('grant create on database bare to current_user');
      expect(await migrate(orm)).toHaveLength(migrations.length);
    });
  });

  it('must be in the role’s search path', async () => {
    const url = await make('aside', `encoding 'UTF8' locale_provider libc locale 'C'`);
    await withConnection(url, async (client) => {
      await client.query('create schema aside');
      await client.query('create extension pg_trgm schema aside');
      const [unmet] = unmetBy(await diagnose(url));
      const [, remedy = ''] = /run (drop .*;) as/.exec(unmet?.message ?? '') ?? [];
      await client.query(remedy);
    });
    await using(url, async (orm) =>
      expect(await migrate(orm)).toHaveLength(migrations.length),
    );
  });
});
