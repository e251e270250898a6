import { statements } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { readHistoryDue } from '../audit/history-due.sql.ts';
import { outcome } from '../testing/outcome.ts';
import { admin, moderator, signIn } from '../testing/people.ts';
import { rowsOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';
import { dueRows } from './sweep.sql.ts';
import { sweep } from './sweep.ts';

const service = useService();

describe('the history of moderation', () => {
  const sweepKeeping = async (auditMonths: number) =>
    sweep({ orm: service().orm, settings: { ...service().deps.settings, auditMonths } });
  const goesFrom = async (instant: RawBuilder<unknown>) =>
    sql`update change_feeds set history_pruned_from = ${instant}`.execute(
      statements(service().orm.em.fork()),
    );
  const counts = async () =>
    Promise.all(
      ['moderation_actions', 'audit_events'].map(
        async (table) => (await rowsOf(service(), table)).length,
      ),
    );

  it('is kept for the months that are set; it can be undone until then', async () => {
    const mod = await moderator(service());
    const owner = await signIn(service());
    await owner.api.profiles.create({ username: 'aged', referral: '' });
    await mod.api.moderation.profiles.hide({ username: 'aged', reason: 'spam' });
    await mod.api.moderation.profiles.restore({ username: 'aged' });
    await service().clock.advance('24 months');
    await sweepKeeping(24);
    expect(await counts()).toEqual([2, 2]);
    const then = await signIn(service(), mod.email);
    const [event] = (await then.api.audit.list({})).data.events;
    // Months differ in length, so the last day may come up to three days later.
    await service().clock.advance('4 days');
    await sweepKeeping(24);
    expect(await counts()).toEqual([0, 0]);
    const again = await signIn(service(), mod.email);
    const undo = again.api.moderation.undo({ action: event?.action ?? '' });
    expect(await outcome(undo)).toBe('NOT_FOUND ACTION_NOT_FOUND');
  });

  it('of three years keeps what hidden cards and suspensions stand on, with appeals, and no IP address', async () => {
    const [mod, boss] = [await moderator(service()), await admin(service())];
    const owner = await signIn(service());
    const guilty = await signIn(service());
    const grounds = { reason: 'illegal_content', note: 'Sold fakes.' } as const;
    for (const username of ['stays', 'returns']) {
      await owner.api.profiles.create({ username, referral: '' });
      await mod.api.moderation.profiles.hide({ username, ...grounds });
      await owner.api.profiles.appeal({ username, text: 'Mine are real.' });
    }
    const answer = { revision: 2, decision: 'uphold', note: 'They are not.' } as const;
    const appeals = await boss.api.moderation.desk.next({ lane: 'appealed' });
    for (const { id } of appeals.data.items) {
      await boss.api.moderation.desk.close({ id, ...answer });
    }
    await boss.api.moderation.profiles.restore({ username: 'returns' });
    await boss.api.moderation.users.suspend({ id: guilty.id, ...grounds });

    await service().clock.advance('3 years');
    await sweepKeeping(24);

    const { notices } = (await (await signIn(service(), owner.email)).api.profiles.mine())
      .data;
    const told = { ...grounds, appeal: 'Mine are real.', answer: 'They are not.' };
    expect(notices).toMatchObject([{ username: 'stays', ...told }]);
    const refused = await outcome(signIn(service(), guilty.email));
    expect(refused).toBe('FORBIDDEN ACCOUNT_SUSPENDED');
    const rows = (await rowsOf(service(), 'audit_events')).join();
    expect(rows).toContain('"type":"user.suspended"');
    expect(rows).not.toContain('"username":"returns"');
    const kept = (await rowsOf(service(), 'moderation_actions')).join();
    expect(kept).not.toMatch(/"(ip|browser|system)":"[^"]/);
  });

  it('stays for 30 days after the first start with this version, which says what will go', async () => {
    const [mod, owner] = [await moderator(service()), await signIn(service())];
    await owner.api.profiles.create({ username: 'older', referral: '' });
    await mod.api.moderation.profiles.hide({ username: 'older', reason: 'spam' });
    await mod.api.moderation.profiles.restore({ username: 'older' });
    const before = await counts();
    await service().clock.advance('10 years');
    await goesFrom(sql`current_instant() + '30 days'::interval`);
    await sweepKeeping(7);
    expect(await counts()).toEqual(before);
    const due = () => readHistoryDue(service().orm.em.fork(), 7);
    expect(await due()).toMatchObject({ events: 2 });
    await goesFrom(sql`current_instant()`);
    expect(await due()).toBeUndefined();
    await sweepKeeping(7);
    expect(await counts()).not.toEqual(before);
  });

  it('keeps the reason and note that an undo returns to', async () => {
    const [mod, boss] = [await moderator(service()), await admin(service())];
    const [owner, guilty] = [await signIn(service()), await signIn(service())];
    const why = { reason: 'illegal_content', note: 'Sold fakes.' } as const;
    const { id } = guilty;
    await owner.api.profiles.create({ username: 'fakes', referral: '' });
    await mod.api.moderation.profiles.hide({ username: 'fakes', ...why });
    await boss.api.moderation.users.suspend({ id, ...why });
    await service().clock.advance('3 years');
    const { moderation } = (await signIn(service(), boss.email)).api;
    const since = await service().clock.now();
    await moderation.profiles.restore({ username: 'fakes' });
    await moderation.users.unsuspend({ id });
    await sweepKeeping(24);
    await moderation.undo({ filter: { by: boss.id, since } });
    const { notices } = (await (await signIn(service(), owner.email)).api.profiles.mine())
      .data;
    expect(notices).toMatchObject([why]);
    expect((await moderation.users.inspect({ id })).data.user.suspension).toMatchObject(
      why,
    );
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
