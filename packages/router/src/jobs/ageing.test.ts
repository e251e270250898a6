import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { outcome } from '../testing/outcome.ts';
import { moderator, signIn } from '../testing/people.ts';
import { rowsOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';
import { dueRows } from './sweep.sql.ts';
import { sweep } from './sweep.ts';

const service = useService();

describe('the history of moderation', () => {
  const sweepKeeping = async (auditMonths: number) =>
    sweep({ orm: service().orm, settings: { ...service().deps.settings, auditMonths } });
  const counts = async () =>
    Promise.all(
      ['moderation_actions', 'audit_events'].map(
        async (table) => (await rowsOf(service(), table)).length,
      ),
    );

  it('is kept for ever, or for the months that are set; it can be undone until then', async () => {
    const mod = await moderator(service());
    const owner = await signIn(service());
    await owner.api.profiles.create({ username: 'aged', referral: '' });
    await mod.api.moderation.profiles.hide({ username: 'aged', reason: 'spam' });
    await service().clock.advance('3 months');
    await sweepKeeping(0);
    await sweepKeeping(3);
    expect(await counts()).toEqual([1, 1]);
    const again = await signIn(service(), mod.email);
    const [event] = (await again.api.audit.list({})).data.events;
    await service().clock.advance('1 microsecond');
    await sweepKeeping(3);
    expect(await counts()).toEqual([0, 0]);
    const undo = again.api.moderation.undo({ action: event?.action ?? '' });
    expect(await outcome(undo)).toBe('NOT_FOUND ACTION_NOT_FOUND');
  });
});

describe('a sweep of many rows that are not due', () => {
  beforeAll(manyRows);

  it.each(['sessions', 'addresses', 'outbox'])(
    'reads no whole table: %s',
    async (table) => {
      const db = statements(service().orm.em.fork());
      const due = dueRows(service().deps.settings).filter((one) => one.table === table);
      expect(due.length).toBeGreaterThan(0);
      for (const { where } of due) {
        const { rows } = await sql<{ 'QUERY PLAN': string }>`
          explain select from ${sql.table(table)} where ${where} limit 1000 for update skip locked
        `.execute(db);
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(plan).not.toContain(`Seq Scan on ${table}`);
      }
    },
  );
});

/** Rows of a busy day, with fresh statistics. */
async function manyRows(): Promise<void> {
  const db = statements(service().orm.em.fork());
  const names = sql`generate_series(1, 5000) n`;
  for (const statement of [
    sql`insert into users (id, email, email_key) select gen_random_uuid(), 'u' || n, 'u' || n from ${names} on conflict do nothing`,
    sql`insert into sessions (id, user_id, token_hash, browser, system)
      select gen_random_uuid(), id, id::text::bytea, 'b', 's' from users on conflict do nothing`,
    sql`insert into addresses (email, asked_at) select 'u' || n, current_instant() from ${names} on conflict do nothing`,
    sql`insert into outbox (id, challenge_id, recipient, has_account, browser, system, state, next_at)
      select gen_random_uuid(), gen_random_uuid(), 'u' || n, n % 2 = 0, 'b', 's', 'sent', current_instant() from ${names}`,
    sql`analyze users, sessions, addresses, outbox`,
  ]) {
    await statement.execute(db);
  }
}
