import { readFileSync } from 'node:fs';
import { foldCounts, openOrm, statements, type Orm } from '@namecard/db';
import { sql } from 'kysely';
import { z } from 'zod';
import { spreadOf, type Spread } from '../performance/statistics.ts';

const profiles = 1_000_000_000;
const segmentSize = 4_096;
const shards = 8;
const samples = 100;

/** The counts of so many profiles, one in a hundred hidden, without the profiles; folded, as the service has them within a minute. */
async function fill(orm: Orm): Promise<void> {
  const database = statements(orm.em.fork());
  const inShard = segmentSize / shards;
  await sql`
    insert into profile_segments (segment, shard, total, hidden)
    select segment, shard, ${inShard}, ${Math.floor(inShard / 100)}
    from generate_series(0, ${Math.floor(profiles / segmentSize)}::bigint) segment, generate_series(0, ${shards - 1}::int) shard
  `.execute(database);
  await foldCounts(orm);
  await sql`vacuum analyze profile_segments, profile_segment_groups`.execute(database);
}

const Plan = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ 'Execution Time': z.number() })]) }),
]);

const textOf = (name: string) =>
  readFileSync(new URL(`../performance/pgbench/${name}.sql`, import.meta.url), 'utf8');

/** The statements of the service, but for the profiles of a far page: there are none here. */
const statementTexts = {
  totals: textOf('first-page'),
  place: `${textOf('middle-page').split(', page as')[0]} select * from start`,
};

/** How many milliseconds PostgreSQL takes for a page that so many profiles come before. */
async function explain(orm: Orm, text: string, skipped: number): Promise<number> {
  const statement = sql.raw(text.replaceAll('@offset@', String(skipped)));
  const { rows } =
    await sql`explain (analyze, timing off, format json) ${statement}`.execute(
      statements(orm.em.fork()),
    );
  return Plan.parse(rows)[0]['QUERY PLAN'][0]['Execution Time'];
}

async function measure(orm: Orm, text: string): Promise<Spread> {
  const times: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    times.push(
      await explain(orm, text, Math.floor((profiles * 0.98 * sample) / samples)),
    );
  }
  return spreadOf(times);
}

/** What the totals and the place of a far page take among a billion profiles, in milliseconds of PostgreSQL's. */
export async function measureReads(url: string) {
  const orm = await openOrm({ url, poolSize: 1 });
  try {
    await sql`set statement_timeout = 0`.execute(statements(orm.em.fork()));
    await fill(orm);
    return {
      totals: await measure(orm, statementTexts.totals),
      place: await measure(orm, statementTexts.place),
    };
  } finally {
    await orm.close();
  }
}
