import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useService } from '../../testing/start-service.ts';
import { fillWithDemo } from './demo.ts';
import { fillDesk } from './desk.ts';

const service = useService();

/** Counts open items and urgent ones, by kind. */
async function countOpen() {
  const { rows } = await sql<{ kind: string; open: number; urgent: number }>`
    select kind, count(*)::int as open, count(*) filter (where urgent)::int as urgent
    from items where closed_at is null group by kind order by kind
  `.execute(statements(service().service.parts.orm.em));
  return rows;
}

it('the demo has hidden profiles, each with its entry in the history, and a desk full of work', async () => {
  const { parts } = service().service;
  expect(await fillWithDemo(parts)).toMatch(/^Filled/);
  const database = statements(parts.orm.em);
  const hidden = await database
    .selectFrom('profiles')
    .select('username')
    .where('hidden', '=', true)
    .orderBy('username')
    .execute();
  const events = await database
    .selectFrom('audit_events')
    .select('username')
    .where('type', '=', 'profile.hidden')
    .orderBy('username')
    .execute();
  expect(hidden.length).toBeGreaterThan(3);
  expect(events).toEqual(hidden);
  expect(await fillWithDemo(parts)).toMatch(/already/);
  expect(await countOpen()).toEqual([
    { kind: 'appealed', open: 1, urgent: 0 },
    { kind: 'changed', open: 6, urgent: 0 },
    { kind: 'new', open: 30, urgent: 0 },
    { kind: 'reported', open: 3, urgent: 1 },
  ]);
  const jobs = await database.selectFrom('jobs').select('kind').execute();
  expect(jobs.map(({ kind }) => kind)).not.toContain('decision');
});

it('fills the desk although cards that were just made stand on it already', async () => {
  const { parts } = service().service;
  const before = await countOpen();
  await statements(parts.orm.em)
    .deleteFrom('items')
    .where('kind', 'in', ['reported', 'appealed'])
    .execute();
  await fillDesk(parts);
  expect(await countOpen()).toEqual(before);
});
