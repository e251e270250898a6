import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { statements } from './database.ts';
import type { PoolFigures } from './driver.ts';
import { openOrm, type Orm } from './orm.ts';
import { preparedSql, type Value } from './prepared-query.ts';
import { StatementTimes } from './statement-times.ts';
import { useTestDatabase } from './testing.ts';

const database = useTestDatabase();

const times = new StatementTimes();
const pools: PoolFigures[] = [];

let opened: Orm | undefined;
afterAll(async () => opened?.close());

const rest = preparedSql(
  (value: Value<{ seconds: number }>) =>
    sql`with rest as (select pg_sleep(${value('seconds')})) update users set role = role from rest`,
);

it('statements are counted with their times, prepared ones by label, and pools have figures', async () => {
  const onPool = (pool: PoolFigures) => void pools.push(pool);
  opened = await openOrm({ url: database().url, poolSize: 2, times, onPool });
  const em = opened.em.fork();
  await rest(em, { seconds: 0.02 });
  await rest(em, { seconds: 0.02 });
  // The statement that sets a new session is one of them.
  const others = times.read().at(-1)?.count ?? 0;
  await sql`select 1`.execute(statements(em));
  await sql`select 2`.execute(statements(em));
  const found = times.read();
  expect(found).toHaveLength(2);
  const [prepared, other] = found;
  expect(prepared?.label).toMatch(/^update users [\da-f]{4}$/);
  expect(prepared?.count).toBe(2);
  expect(prepared?.seconds).toBeGreaterThan(0.04);
  expect(prepared?.seconds).toBeLessThan(10);
  expect(other).toMatchObject({ label: 'other', count: others + 2 });
  expect(pools).toMatchObject([{ totalCount: 1, idleCount: 1, waitingCount: 0 }]);
});
