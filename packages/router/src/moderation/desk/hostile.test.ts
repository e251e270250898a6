import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { askForCodes } from '../../testing/codes.ts';
import { endingsOf, outcome } from '../../testing/outcome.ts';
import {
  admin,
  moderator,
  type Person,
  program,
  signIn,
  suspend,
} from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';
import type { Lane } from './schemas.ts';

const service = useService({ settings: { publicProfiles: true } });
let owner: Person;
let ann: Person;
let bob: Person;
let boss: Person;
let username: string;
let names = 0;

const db = () => statements(service().orm.em.fork());

beforeEach(async () => {
  // Otherwise the moderators, cards and items of the last test would count.
  await sql`delete from users`.execute(db());
  owner = await signIn(service());
  [ann, bob] = [await moderator(service()), await moderator(service())];
  boss = await admin(service());
  username = await make();
});

/** Creates a card. Returns its name. */
async function make(by = owner): Promise<string> {
  const name = `card-${(names += 1)}`;
  await by.api.profiles.create({ username: name, referral: '' });
  return name;
}

const next = async ({ api }: Person, lane: Lane = 'new') =>
  (await api.moderation.desk.next({ lane })).data.items;

const namesFor = async (who: Person, lane: Lane) =>
  (await next(who, lane)).map(({ profile, user }) => profile?.username ?? user.email);

type Decision = 'approve' | 'pass_on' | 'uphold';

/** Decides about the first item of a lane. */
async function decide(who: Person, lane: Lane, decision: Decision, note?: string) {
  const [item] = await next(who, lane);
  const { id = '', profile } = item ?? {};
  const revision = profile?.revision ?? 0;
  return (
    await who.api.moderation.desk.close({ id, revision, decision, note: note ?? 'No' })
  ).data.action;
}

const report = ({ api }: Pick<Person, 'api'>, name = username) =>
  api.profiles.report({ username: name, reason: 'spam', text: 'They sell things' });

const nobody = () => ({ api: service().as() });

const hide = ({ api }: Pick<Person, 'api'>, name = username) =>
  api.moderation.profiles.hide({ username: name, reason: 'spam', note: 'Why' });

const appeal = (by = owner, name = username) =>
  by.api.profiles.appeal({ username: name, text: 'Look again' });

const change = (about: string) => owner.api.profiles.updateSocials({ username, about });

const suspendBy = ({ api }: Person, { id }: Person) =>
  api.moderation.users.suspend({ id, reason: 'spam', note: 'Why' });

async function appealSuspension({ email }: Person) {
  const { short } = await askForCodes(service(), email);
  await service().as().auth.appeal({ email, otp: short, text: 'Look again' });
}

const demote = ({ id }: Person) =>
  sql`update users set role = 'user' where id = ${id}`.execute(db());

describe('an appeal is answered', () => {
  it('by the only admin, if the others are moderators, who can’t end a suspension', async () => {
    await suspendBy(boss, owner);
    await appealSuspension(owner);
    expect(await namesFor(boss, 'appealed')).toEqual([owner.email]);
  });

  it('by the only admin, if the card is a moderator’s', async () => {
    const own = await make(ann);
    await hide(boss, own);
    await appeal(ann, own);
    expect(await namesFor(boss, 'appealed')).toEqual([own]);
  });

  it('by the person who decided, if all others are suspended', async () => {
    await hide(ann);
    for (const other of [bob, boss]) await suspend(service(), other);
    await appeal();
    expect(await namesFor(ann, 'appealed')).toEqual([username]);
  });

  it('not by the maker of the service key that decided', async () => {
    const key = await program(service(), boss, 'moderation');
    await hide(key);
    await appeal();
    expect(await namesFor(boss, 'appealed')).toEqual([]);
    expect(await namesFor(bob, 'appealed')).toEqual([username]);
  });

  it('so that its owner reads it, even if the card was restored and hidden again', async () => {
    const other = await admin(service());
    await hide(ann);
    await appeal();
    await bob.api.moderation.profiles.restore({ username });
    const { data } = await other.api.audit.list({ username, limit: 1 });
    await other.api.moderation.undo({ action: data.events[0]?.action ?? '' });
    await decide(boss, 'appealed', 'uphold', 'It stays hidden.');
    const mine = await owner.api.profiles.mine();
    expect(mine.data.notices).toMatchObject([{ answer: 'It stays hidden.' }]);
  });

  it('about a new suspension, even if one about an ended suspension is open', async () => {
    const other = await admin(service());
    await boss.api.moderation.users.suspend({ id: owner.id, reason: 'spam', days: 1 });
    await appealSuspension(owner);
    await service().clock.advance('2 days');
    await suspendBy(await signIn(service(), boss.email), owner);
    await appealSuspension(owner);
    const again = await signIn(service(), other.email);
    expect(await namesFor(again, 'appealed')).toEqual([owner.email]);
  });
});

describe('a second look', () => {
  it('can’t be decided by its asker by way of another item of the card', async () => {
    await decide(ann, 'new', 'pass_on');
    await report(nobody());
    await decide(ann, 'reported', 'approve');
    expect(await namesFor(bob, 'second_look')).toEqual([username]);
  });

  it('never goes to its asker by way of another asker', async () => {
    await decide(ann, 'new', 'pass_on');
    await change('Hello');
    await outcome(decide(bob, 'changed', 'pass_on'));
    expect(await namesFor(ann, 'second_look')).toEqual([]);
  });

  it('is not lost if nobody else moderates', async () => {
    for (const other of [bob, boss]) await demote(other);
    await outcome(decide(ann, 'new', 'pass_on'));
    expect(await namesFor(ann, 'new')).toEqual([username]);
  });

  it('is not lost if the other moderators may not see it', async () => {
    const own = await make(ann);
    expect(await namesFor(boss, 'new')).toContain(own);
    const item = (await next(boss)).find(({ profile }) => profile?.username === own);
    const seen = { id: item?.id ?? '', revision: item?.profile?.revision ?? 0 };
    await outcome(boss.api.moderation.desk.close({ ...seen, decision: 'pass_on' }));
    expect(await namesFor(boss, 'new')).toContain(own);
  });

  it('that found a card fine counts for later reports of the same reason', async () => {
    await decide(ann, 'new', 'approve');
    await report(nobody());
    await decide(ann, 'reported', 'pass_on');
    await decide(bob, 'second_look', 'approve');
    await report(nobody());
    expect(await namesFor(boss, 'reported')).toEqual([]);
  });
});

describe('a moderator who is reported finds nothing', () => {
  it('in the history, the counts of an undo, or an export', async () => {
    const own = await make(ann);
    const actor = { by: boss.id, since: '2000-01-01T00:00:00.000Z' };
    await decide(boss, 'new', 'approve');
    await decide(boss, 'new', 'approve');
    await report(nobody(), own);
    const before = [
      (await ann.api.audit.list({ username: own })).data,
      (await ann.api.audit.listActions({ username: own })).data,
      (await ann.api.audit.exportCsv({ username: own })).data,
      (await ann.api.moderation.undoable(actor)).data,
      (await ann.api.users.exportMe()).data.records['audit_events'],
    ];
    await decide(boss, 'reported', 'approve');
    expect([
      (await ann.api.audit.list({ username: own })).data,
      (await ann.api.audit.listActions({ username: own })).data,
      (await ann.api.audit.exportCsv({ username: own })).data,
      (await ann.api.moderation.undoable(actor)).data,
      (await ann.api.users.exportMe()).data.records['audit_events'],
    ]).toEqual(before);
    expect((await bob.api.audit.list({ username: own })).data.events).toEqual([]);
  });

  it('as an admin, about another admin who read the reporter', async () => {
    const other = await admin(service());
    const own = await make(boss);
    await report(nobody(), own);
    const { data } = await other.api.moderation.desk.list({ lane: 'reported' });
    const { reports } = (
      await other.api.moderation.desk.inspect({ id: data.items[0]?.id ?? '' })
    ).data;
    await other.api.moderation.desk.reporter({ report: reports[0]?.id ?? '' });
    expect((await boss.api.audit.list({ username: own })).data.events).toEqual([]);
    expect((await boss.api.audit.listActions({ username: own })).data.actions).toEqual(
      [],
    );
  });
});

describe('a report by a moderator', () => {
  it('keeps that moderator from the item, and no colleague', async () => {
    await report(bob);
    expect(await namesFor(bob, 'reported')).toEqual([]);
    expect(await namesFor(ann, 'reported')).toEqual([username]);
    await decide(ann, 'reported', 'approve');
    expect(await namesFor(boss, 'reported')).toEqual([]);
  });

  it('can’t reopen the item after another has approved the card', async () => {
    await decide(ann, 'new', 'approve');
    await report(bob);
    const action = await decide(ann, 'reported', 'approve');
    const { data } = await bob.api.moderation.undo({ action });
    expect(data.results).toMatchObject([{ error: { reason: 'OWN_REPORT' } }]);
  });
});

describe('items', () => {
  it('are given to an admin who has taken more than twenty', async () => {
    for (let made = 0; made < 24; made += 1) await make();
    expect(await next(boss)).toHaveLength(20);
    const more = await next(ann);
    for (const { id } of more) await boss.api.moderation.desk.take({ id });
    expect(await outcome(next(boss))).toBe('done');
  });

  it('are opened by a change that waits for a decision about the card before', async () => {
    const [item] = await next(ann);
    const em = service().orm.em.fork();
    const { promise: isLocked, resolve: go } = Promise.withResolvers<void>();
    // Starts outside of the transaction. Otherwise it would join it.
    const changing = isLocked.then(() => change('Buy this'));
    await em.transactional(async (inner) => {
      const inside = statements(inner);
      await sql`select from profiles where username = ${username} for no key update`.execute(
        inside,
      );
      go();
      await sleep(300);
      await sql`
        update items set closed_at = current_instant(), outcome = 'approved' where id = ${item?.id}
      `.execute(inside);
    });
    await changing;
    expect(await namesFor(bob, 'changed')).toEqual([username]);
  });

  it('are opened by changes made while the card was hidden, if nobody has seen them', async () => {
    await decide(ann, 'new', 'approve');
    await hide(ann);
    await change('Buy this');
    const { data } = await ann.api.audit.list({ username, limit: 1 });
    await ann.api.moderation.undo({ action: data.events[0]?.action ?? '' });
    expect(await namesFor(bob, 'changed')).toEqual([username]);
    await decide(bob, 'changed', 'approve');
    await hide(ann);
    await bob.api.moderation.profiles.restore({ username });
    expect(await namesFor(bob, 'changed')).toEqual([]);
    await hide(ann);
    await change('Buy that');
    await bob.api.moderation.profiles.restore({ username });
    expect(await namesFor(bob, 'changed')).toEqual([username]);
  });

  it('of accounts are decided once by thirty calls of two admins', async () => {
    const [first, second] = [await admin(service()), await admin(service())];
    await suspendBy(boss, owner);
    await appealSuspension(owner);
    const [item] = (await first.api.moderation.desk.list({ lane: 'appealed' })).data
      .items;
    const asked = {
      id: item?.id ?? '',
      revision: 0,
      decision: 'uphold',
      note: 'No',
    } as const;
    const results = await raceTogether(30, async (at) =>
      (at % 2 ? first : second).api.moderation.desk.close(asked),
    );
    expect(endingsOf(results)['done']).toBe(1);
  });
});
