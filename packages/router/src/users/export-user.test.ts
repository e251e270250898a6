import { describedColumns, statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { spend } from '../testing/cards.ts';
import { askForCodes } from '../testing/codes.ts';
import { outcome } from '../testing/outcome.ts';
import { admin, type Person, signIn } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';
import { inSnapshot } from '../transaction.ts';
import { exportOf } from './export-user.ts';

const service = useService();
let ann: Person;
let boss: Person;
let bob: Person;

/** An admin with a row in each table that has personal data. */
beforeAll(async () => {
  ann = await admin(service());
  boss = await admin(service());
  bob = await signIn(service());
  await ann.api.profiles.create({ username: 'ann.card', referral: '' });
  await ann.api.profiles.create({ username: 'given.up', referral: '' });
  await bob.api.profiles.create({ username: 'bob.card', referral: '' });
  await bob.api.profiles.report({
    username: 'ann.card',
    reason: 'spam',
    text: 'bob’s words',
  });
  await bob.api.profiles.create({ username: 'bob.other', referral: '' });
  await ann.api.profiles.report({ username: 'bob.other', reason: 'spam' });
  await ann.api.moderation.profiles.hide({
    username: 'bob.card',
    reason: 'spam',
    privateNote: 'a private note of ann',
  });
  await boss.api.moderation.profiles.hide({
    username: 'ann.card',
    reason: 'harassment',
    note: 'for ann to read',
    privateNote: 'for the team alone',
  });
  await ann.api.profiles.appeal({ username: 'ann.card', text: 'It is mine' });
  await sql`
    insert into notes (id, author_id, user_id, text)
    values (gen_random_uuid(), ${ann.id}, ${bob.id}, 'by ann'), (gen_random_uuid(), ${bob.id}, ${ann.id}, 'bob’s note')
  `.execute(statements(service().orm.em.fork()));
  await ann.api.moderation.keys.create({ name: 'A program', scopes: ['users:read'] });
  await service().clock.advance('8 days');
  const again = await signIn(service(), ann.email);
  await again.api.profiles.remove({ username: 'given.up' });
  await service().clock.advance('6 minutes');
  await askForCodes(service(), ann.email);
  await sql`update users set role = 'moderator' where id = ${ann.id}`.execute(
    statements(service().orm.em.fork()),
  );
  await spend(service(), ann, 1_000);
  await outcome(again.api.moderation.profiles.restore({ username: 'bob.card' }));
  await sql`update users set role = 'admin' where id = ${ann.id}`.execute(
    statements(service().orm.em.fork()),
  );
  await again.api.users.startMove({ email: 'ann.next@example.com' });
  await sql`
    insert into invitations (email_key, email, event_id, used_at)
    select email_key, email, gen_random_uuid(), current_instant() from users where id = ${ann.id}
  `.execute(statements(service().orm.em.fork()));
  ann = again;
  boss = await signIn(service(), boss.email);
});

/** The columns that are exported, each with its table. */
const exported = describedColumns
  .filter(
    ({ personalData }) =>
      personalData?.isPersonal && personalData.exported === 'exported',
  )
  .map(({ table, property }) => `${table}.${property}`);

const tell = async () => (await ann.api.users.exportMe()).data;

describe('the export of somebody’s data', () => {
  it('has exactly the columns that are declared as exported', async () => {
    const { records } = await tell();
    const told = Object.entries(records).flatMap(([table, [first = {}]]) =>
      Object.keys(first).map((property) => `${table}.${property}`),
    );
    expect(told.toSorted()).toEqual(exported.toSorted());
  });

  it('has the reasons of acts on them, but no address, note or secret of others', async () => {
    const { records } = await tell();
    expect(records['audit_events']).toContainEqual(
      expect.objectContaining({
        type: 'profile.hidden',
        reason: 'harassment',
        note: 'for ann to read',
      }),
    );
    const text = JSON.stringify(records);
    expect(text).toContain(ann.email);
    for (const others of [
      boss.email,
      boss.id,
      'for the team',
      'a private note',
      'bob.card',
      'bob.other',
      'bob’s',
      bob.id,
      ann.token,
    ]) {
      expect(text).not.toContain(others);
    }
  });

  it('has the newest 1,000 rows of each table, and names those that have more', async () => {
    await sql`
      with acted as (
        insert into moderation_actions (id, type, actor_kind, actor_id, ip, browser, system, requested, done)
        select gen_random_uuid(), 'session.revoked', 'user', ${ann.id}, '192.0.2.1', 'b', 's', 1, 1
        from generate_series(1, 2500) returning id
      ) select count(*) from acted
    `.execute(statements(service().orm.em.fork()));
    const { records, shortened } = await tell();
    expect(shortened).toEqual(['moderation_actions']);
    expect(records['moderation_actions']).toHaveLength(1_000);
    expect(records['moderation_actions']?.[0]).toMatchObject({ type: 'session.revoked' });
  });

  it('is complete for operators', async () => {
    const { data } = await inSnapshot(service().deps, ({ em }) =>
      exportOf(em, { userId: ann.id }, 3_000),
    );
    expect(data.records['moderation_actions']).toHaveLength(2_503);
    expect(data.shortened).toEqual([]);
  });
});
