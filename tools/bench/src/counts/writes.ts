import { fileURLToPath } from 'node:url';
import { foldCounts, openOrm, repairCounts, statements } from '@namecard/db';
import { sql } from 'kysely';
import { pgbenchRate } from '../performance/pgbench.ts';
import { spreadOf, type Spread } from '../performance/statistics.ts';

const script = fileURLToPath(new URL('create-profile.sql', import.meta.url));

/** Makes an owner for each client of pgbench. */
export async function addOwners(url: string, clients: number): Promise<void> {
  const orm = await openOrm({ url, poolSize: 1 });
  await sql`
    insert into users (id, email, email_key)
    select gen_random_uuid(), 'client-' || n, 'client-' || n from generate_series(0, ${clients - 1}::int) n
  `.execute(statements(orm.em.fork()));
  await orm.close();
}

/** Has the database count profiles no longer. */
export async function stopCounting(url: string): Promise<void> {
  const orm = await openOrm({ url, poolSize: 1 });
  await sql`drop trigger profiles_count on profiles`.execute(statements(orm.em.fork()));
  await sql`drop trigger profiles_count_hidden on profiles`.execute(
    statements(orm.em.fork()),
  );
  await orm.close();
}

/** Makes profiles by so many clients at once while counts are folded, and returns how many counts are wrong afterwards. */
export async function countWrong(url: string, clients: number): Promise<number> {
  const orm = await openOrm({ url, poolSize: 1 });
  const written = new AbortController();
  const folding = (async () => {
    while (!written.signal.aborted) await foldCounts(orm);
  })();
  await pgbenchRate(url, { clients, amount: ['--transactions', 100], scripts: [script] });
  written.abort();
  await folding;
  const { segments, groups, owners } = await repairCounts(orm);
  await orm.close();
  return segments.length + groups.length + owners.length;
}

type Pairs = { clients: number; seconds: number; pairs: number };

/** The rate of creating profiles where they are counted, divided by the rate where they are not; in pairs, whose order alternates. */
export async function compareCreates(
  counting: string,
  notCounting: string,
  { clients, seconds, pairs }: Pairs,
): Promise<Spread> {
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const rates = new Map<string, number>();
    for (const url of pair % 2 === 0
      ? [counting, notCounting]
      : [notCounting, counting]) {
      rates.set(
        url,
        await pgbenchRate(url, {
          clients,
          amount: ['--time', seconds],
          scripts: [script],
        }),
      );
    }
    ratios.push(
      (rates.get(counting) ?? Number.NaN) / (rates.get(notCounting) ?? Number.NaN),
    );
  }
  return spreadOf(ratios);
}
