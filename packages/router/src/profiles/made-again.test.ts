import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../jobs/sweep.ts';
import { untilBlocked } from '../testing/blocked.ts';
import { admin, finishErasing, type Person, signIn, leave } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';

const service = useService({ settings: { publicProfiles: true, review: new Set() } });
let owner: Person;
let boss: Person;
let username: string;
let names = 0;

const db = () => statements(service().orm.em.fork());

beforeEach(async () => {
  await sql`delete from users`.execute(db());
  await sql`delete from removed_cards`.execute(db());
  owner = await signIn(service());
  boss = await admin(service());
  username = `card-${(names += 1)}`;
  await make(owner);
});

const make = ({ api }: Person, name = username) =>
  api.profiles.create({ username: name, referral: '' });

const remove = ({ api }: Person, name = username) =>
  api.profiles.remove({ username: name });

const hide = () => boss.api.moderation.profiles.hide({ username, reason: 'spam' });

const report = () => service().as().profiles.report({ username, reason: 'spam' });

/** What the case of each new card says of removed cards. */
async function cases() {
  const { data } = await boss.api.moderation.desk.list({ lane: 'new' });
  const read = data.items.map(async ({ id, profile }) => {
    const { removed } = (await boss.api.moderation.desk.inspect({ id })).data;
    const told = removed.map(({ isSameOwner, isSameName, hidden, reports }) => ({
      isSameOwner,
      isSameName,
      hidden,
      reports,
    }));
    return { name: profile?.username, removed: told };
  });
  return Promise.all(read);
}

const ofOwner = { isSameOwner: true, isSameName: true, hidden: true, reports: 0 };

describe('a card that was hidden, then deleted and made again', () => {
  it('opens an item whose case says so, with the same name and another', async () => {
    await hide();
    await remove(owner);
    await make(owner);
    await make(owner, `${username}-2`);
    expect(await cases()).toEqual([
      { name: username, removed: [ofOwner] },
      { name: `${username}-2`, removed: [{ ...ofOwner, isSameName: false }] },
    ]);
  });

  it('under its name by somebody else opens one too', async () => {
    await hide();
    await remove(owner);
    await make(await signIn(service()));
    expect(await cases()).toEqual([
      { name: username, removed: [{ ...ofOwner, isSameOwner: false }] },
    ]);
  });

  it('opens one again if it is deleted again before anybody looked', async () => {
    await hide();
    for (const _ of [1, 2, 3]) {
      await remove(owner);
      await make(owner);
    }
    expect(await cases()).toEqual([{ name: username, removed: [ofOwner] }]);
  });

  it('under its name by a new account, after the owner was erased, opens one', async () => {
    await hide();
    await leave(service(), owner);
    await finishErasing(service());
    await make(await signIn(service()));
    expect(await cases()).toEqual([
      { name: username, removed: [{ ...ofOwner, isSameOwner: false }] },
    ]);
  });

  it('opens one whatever races', async () => {
    await hide();
    const other = await signIn(service());
    await raceTogether(30, async (at) =>
      at === 3 ? remove(owner) : make(at % 2 ? owner : other).catch(() => {}),
    );
    await make(owner).catch(() => {});
    expect((await cases()).map(({ name }) => name)).toEqual([username]);
  });
});

describe('a card that was reported, then deleted', () => {
  const reported = { ...ofOwner, hidden: false, reports: 2 };

  it('is followed by an item that counts the reports', async () => {
    for (const _ of [1, 2]) await report();
    await remove(owner);
    await make(owner);
    expect(await cases()).toEqual([{ name: username, removed: [reported] }]);
  });

  it('is, though the report and the next card come while it is deleted', async () => {
    const em = service().orm.em.fork();
    const { promise: isLocked, resolve: go } = Promise.withResolvers<void>();
    // Start outside of the transaction. Otherwise they would join it.
    const removing = isLocked.then(() => remove(owner));
    const { promise: isRemoving, resolve: goOn } = Promise.withResolvers<void>();
    const making = isRemoving.then(() => make(owner, `${username}-2`));
    await em.transactional(async (inner) => {
      const inside = statements(inner);
      await sql`select from profiles where username = ${username} for no key update`.execute(
        inside,
      );
      go();
      await untilBlocked(inner, 1);
      goOn();
      await untilBlocked(inner, 2);
      await sql`
        with item as (
          insert into items (id, kind, profile_id, user_id)
          select gen_random_uuid(), 'reported', id, owner_id from profiles where username = ${username}
          returning id
        )
        insert into reports (id, item_id, reason) select gen_random_uuid(), id, 'spam' from item
      `.execute(inside);
    });
    await Promise.all([removing, making]);
    const removed = [{ ...reported, isSameName: false, reports: 1 }];
    expect(await cases()).toEqual([{ name: `${username}-2`, removed }]);
  });

  it('is not, if the reports were decided', async () => {
    await report();
    const { data } = await boss.api.moderation.desk.next({ lane: 'reported' });
    const { id = '', profile } = data.items[0] ?? {};
    const revision = profile?.revision ?? 0;
    await boss.api.moderation.desk.close({ id, revision, decision: 'approve' });
    await remove(owner);
    await make(owner);
    expect(await cases()).toEqual([]);
  });

  it('tells its owner nothing', async () => {
    await report();
    await remove(owner);
    await make(owner);
    const { data } = await owner.api.users.exportMe();
    expect(data.records).toMatchObject({ items: [], reports: [] });
    expect(data.records).not.toHaveProperty('removed_cards');
  });

  it('is forgotten after 180 days', async () => {
    await report();
    await remove(owner);
    await service().clock.advance('180 days 1 second');
    await sweep({ orm: service().orm, settings: { sessionDays: 30, auditMonths: 24 } });
    boss = await signIn(service(), boss.email);
    await make(await signIn(service(), owner.email));
    expect(await cases()).toEqual([]);
  });
});

it('an ordinary card that was deleted is followed by no item', async () => {
  await remove(owner);
  await make(owner);
  expect(await cases()).toEqual([]);
});
