import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, somebody, moderator, type Person } from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
let staff: Person;
let owner: Person;
let names = 0;

const create = async (person: Person) => {
  const username = `owned-${(names += 1)}`;
  await person.api.profiles.create({ username, referral: '' });
  return username;
};

beforeEach(async () => {
  staff = await moderator(service());
  owner = await somebody(service());
});

const hideAll = async (person = staff) =>
  person.api.moderation.profiles.hideAllOf({
    ownerId: owner.id,
    reason: 'spam',
    note: 'Stop.',
  });

const counts = async () => {
  const { rows } = await sql<{ all: number; hidden: number; events: number }>`
    select count(*)::int as all, (count(*) filter (where hidden))::int as hidden,
      (select count(*)::int from audit_events where user_id = ${owner.id}) as events
    from profiles where owner_id = ${owner.id}
  `.execute(statements(service().orm.em.fork()));
  return rows[0];
};

describe('hiding all profiles of an owner', () => {
  it('is one action with one undo, and does not touch hidden profiles and those of others', async () => {
    const [first, second, before] = [
      await create(owner),
      await create(owner),
      await create(owner),
    ];
    const theirs = await create(staff);
    await staff.api.moderation.profiles.hide({ username: before, reason: 'harassment' });
    const { data } = await hideAll();
    expect(data).toEqual({ action: expect.any(String), hidden: 2 });
    const action = data.action ?? '';
    expect((await staff.api.audit.list({ action })).data.events).toMatchObject([
      {
        type: 'profile.hidden',
        reason: 'spam',
        actionEvents: 2,
        subject: { username: second },
      },
      {
        type: 'profile.hidden',
        reason: 'spam',
        actionEvents: 2,
        subject: { username: first },
      },
    ]);
    expect(
      (await staff.api.profiles.read({ username: theirs })).data.profile.hidden,
    ).toBe(false);
    expect((await owner.api.profiles.mine({})).data.notices).toHaveLength(3);

    const undone = await staff.api.moderation.undo({ action });
    expect(undone.data.results).toHaveLength(2);
    expect(await counts()).toMatchObject({ all: 3, hidden: 1 });
  });

  it('records no action if there is none to hide, and counts what it would hide', async () => {
    const boss = await admin(service());
    const active = async () =>
      (await boss.api.moderation.users.inspect({ id: owner.id })).data.activeProfileCount;
    await create(owner);
    expect(await active()).toBe(1);
    await hideAll();
    expect(await active()).toBe(0);
    expect((await hideAll()).data).toEqual({ action: null, hidden: 0 });
    expect(await counts()).toEqual({ all: 1, hidden: 1, events: 1 });
  });

  it('hides a thousand at once, oldest first, and undoes them', async () => {
    await sql`
      insert into profiles (id, owner_id, username, username_key, referral)
      select gen_random_uuid(), ${owner.id}, name, name, '' from (
        select 'many-' || number as name from generate_series(1, 1001) number
      ) names
    `.execute(statements(service().orm.em.fork()));
    const { data } = await hideAll();
    expect(data.hidden).toBe(1_000);
    expect(await counts()).toMatchObject({ hidden: 1_000 });
    const { results } = (await staff.api.moderation.undo({ action: data.action ?? '' }))
      .data;
    expect(results.every((result) => result.outcome === 'done')).toBe(true);
    expect(await counts()).toMatchObject({ hidden: 0 });
  });
});
