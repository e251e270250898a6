import { setTimeout as sleep } from 'node:timers/promises';
import { openOrm, statements } from '@namecard/db';
import { sql } from 'kysely';
import { cpuOfTree } from '../../../bench/src/compare/cpu.ts';
import type { Figure } from '../figures.ts';
import { byTurns } from '../sign-in/fixture/fixture.ts';
import {
  create,
  type Fixture,
  hide,
  list,
  namesIn,
  pause,
  read,
  walk,
} from './fixture.ts';

/** A promise that is kept each of so many times. */
export type Scenario = (fixture: Fixture, times: number) => Promise<Figure[]>;

const none = (name: string, value: number): Figure => ({ name, value, atMost: 0 });

/** Somebody walks while somebody else creates: what was answered before the walk's first request is in it. */
export const walks: Scenario = async (
  { origins, tokens: [, writer = '', ...walkers] },
  times,
) => {
  const [one, other] = origins;
  const known: string[] = await walk(origins, writer);
  let [begun, missed, repeated] = [0, 0, 0];
  const isOver = () => begun >= times;
  await Promise.all(
    walkers
      .slice(0, 4)
      .map(async (token) => {
        while (!isOver()) {
          begun += 1;
          const before = [...known];
          const names = await walk(begun % 2 === 0 ? [one, other] : [other, one], token);
          const found = new Set(names);
          missed += before.filter((name) => !found.has(name)).length;
          repeated += names.length - found.size;
        }
      })
      .concat([
        (async () => {
          for (let index = 0; !isOver(); index += 1) {
            const username = `walked.${index}`;
            await create(byTurns(origins, index), writer, username);
            known.push(username);
            await pause();
          }
        })(),
      ]),
  );
  return [none(`missed by ${times} walks`, missed), none('met twice by them', repeated)];
};

/** One account creates at one instance and lists at the other: at once, and again when some replica may have caught up. */
export const creates: Scenario = async (
  { origins: [one, other], tokens: [, writer = ''] },
  times,
) => {
  let missed = 0;
  for (let index = 0; index < times; index += 1) {
    const username = `own.${index}`;
    await create(one, writer, username);
    const isMissed = async () => !namesIn(await list(other, writer)).includes(username);
    missed += Number(await isMissed());
    await pause();
    missed += Number(await isMissed());
  }
  return [none(`own profiles of ${times} not listed`, missed)];
};

/** What is hidden at one instance is read by nobody, at either, from its answer on. */
export const hides: Scenario = async (
  { origins, tokens: [admin = '', , other = ''] },
  times,
) => {
  const names = Array.from({ length: times }, (_, index) => `own.${index}`);
  let seen = 0;
  for (const [index, username] of names.entries()) {
    await read(byTurns(origins, index), other, username);
    await hide(byTurns(origins, index), admin, username);
    for (const origin of origins) {
      seen += Number((await read(origin, other, username)).status !== 404);
    }
    await pause();
    seen += Number(
      (await read(byTurns(origins, index + 1), other, username)).status !== 404,
    );
    seen += Number(
      namesIn(await list(byTurns(origins, index), other)).includes(username),
    );
  }
  return [none(`reads of ${times} hidden profiles`, seen)];
};

/** Lists at an address, by several accounts at once, until told to stop; gives how many there were. */
async function listUntil(
  origin: string,
  tokens: readonly string[],
  isOver: () => boolean,
) {
  let lists = 0;
  await Promise.all(
    tokens.slice(4, 12).map(async (token) => {
      for (; !isOver(); lists += 1) {
        await list(origin, token);
      }
    }),
  );
  return lists;
}

async function listFor(origin: string, tokens: readonly string[], milliseconds: number) {
  const end = performance.now() + milliseconds;
  return listUntil(origin, tokens, () => performance.now() > end);
}

async function fill({ servers }: Fixture, profiles: number): Promise<void> {
  const orm = await openOrm({ url: servers.primary.url, poolSize: 1 });
  await sql`set statement_timeout = 0`.execute(statements(orm.em));
  await sql`
    insert into profiles (id, owner_id, username, username_key, referral)
    select gen_random_uuid(), (select id from users limit 1), 'filled.' || n, 'filled.' || n, ''
    from generate_series(1, ${profiles}::int) n
  `.execute(statements(orm.em));
  // What the service and the server do for themselves is not a list's.
  const isNumbering = async () => {
    const { rows } = await sql`select from pending_changes limit 1`.execute(
      statements(orm.em),
    );
    return rows.length > 0;
  };
  while (await isNumbering()) await sleep(100);
  await sql`vacuum analyze`.execute(statements(orm.em));
  await sql`alter system set autovacuum = off`.execute(statements(orm.em));
  await sql`select pg_reload_conf()`.execute(statements(orm.em));
  await sql`checkpoint`.execute(statements(orm.em));
  const { rows: ends } = await sql<{ end: string }>`
    select pg_current_wal_insert_lsn()::text as end
  `.execute(statements(orm.em));
  const isBehind = async () => {
    const { rows } = await sql`
      select from pg_stat_replication where replay_lsn < ${ends[0]?.end}::pg_lsn
    `.execute(statements(orm.em));
    return rows.length > 0;
  };
  while (await isBehind()) await sleep(100);
  await orm.close();
}

/** The primary's CPU for a list, by turns with replicas and without. */
export const cpu: Scenario = async (fixture, times) => {
  const { servers, origins, plain, tokens } = fixture;
  await fill(fixture, 100 * times);
  const costOf = async (origin: string) => {
    const before = cpuOfTree(servers.primary.pid);
    const lists = await listFor(origin, tokens, 3_000);
    return ((cpuOfTree(servers.primary.pid) - before) / lists) * 1e6;
  };
  const costs = { with: 0, without: 0 };
  const rounds = 4;
  await Promise.all(
    [plain[0], origins[0]].map(async (origin) => listFor(origin, tokens, 3_000)),
  );
  for (let round = 0; round < rounds; round += 1) {
    costs.without += (await costOf(plain[0])) / rounds;
    costs.with += (await costOf(origins[0])) / rounds;
  }
  return [
    { name: 'µs of the primary a list, alone', value: costs.without },
    { name: 'µs of the primary a list, with replicas', value: costs.with },
    {
      name: '% of the first that the second is',
      value: (costs.with / costs.without) * 100,
      atMost: 50,
    },
  ];
};

/** Both replicas are killed, one after the other, under lists: none of them fails. */
export const killed: Scenario = async ({ servers, origins, tokens }, times) => {
  let isOver = false;
  const killing = (async () => {
    for (const server of [servers.prompt, servers.late]) {
      await sleep(times);
      await server.kill();
    }
    await sleep(times);
    isOver = true;
  })();
  const failed = await listUntil(origins[0], tokens, () => isOver).then(
    () => 0,
    (error: unknown) => {
      console.error(error);
      return 1;
    },
  );
  await killing;
  return [none('failed lists while both replicas are killed', failed)];
};
