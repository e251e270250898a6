import { raceTogether } from '@namecard/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { endingsOf, errorOf, outcome } from '../../testing/outcome.ts';
import {
  admin,
  somebody,
  moderator,
  type Person,
  program,
} from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';
import type { Lane } from './schemas.ts';

const service = useService();
let owner: Person;
let ann: Person;
let bob: Person;
let boss: Person;

let cards = 0;
const newCard = () => `card-${(cards += 1)}`;

beforeEach(async () => {
  // Otherwise the moderators, cards and items of the last test would count.
  await sql`delete from users`.execute(statements(service().orm.em.fork()));
  owner = await somebody(service());
  [ann, bob] = [await moderator(service()), await moderator(service())];
  boss = await admin(service());
});

/** Creates cards of the owner. Returns their names, oldest first. */
async function make(count: number, by = owner): Promise<string[]> {
  const names: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const username = newCard();
    await by.api.profiles.create({ username, referral: '' });
    names.push(username);
  }
  return names;
}

const next = async ({ api }: Person, lane: Lane = 'new') =>
  (await api.moderation.desk.next({ lane })).data;

const namesOf = (items: Awaited<ReturnType<typeof next>>['items']) =>
  items.map(({ profile }) => profile?.username);

const lanesOf = async ({ api }: Pick<Person, 'api'>) =>
  (await api.moderation.desk.counts()).data.lanes;

const change = (username: string, about: string) =>
  owner.api.profiles.updateSocials({ username, about });

const hide = ({ api }: Person, username: string) =>
  api.moderation.profiles.hide({ username, reason: 'spam' });

/** The only item of the lane, as this person gets it. */
async function only(who: Person, lane: Lane = 'new') {
  const { items } = await next(who, lane);
  const [item] = items;
  if (!item || items.length > 1) throw new Error(`There are ${items.length} items`);
  return { id: item.id, revision: item.profile?.revision ?? 0, item };
}

async function close(
  who: Person,
  { id, revision }: { id: string; revision: number },
  decision: 'approve' | 'pass_on' | 'uphold' = 'approve',
) {
  return (
    await who.api.moderation.desk.close({
      id,
      revision,
      decision,
      note: decision === 'uphold' ? 'No' : null,
    })
  ).data;
}

describe('an item is opened', () => {
  it('by a new card, once, and by the change of one that was approved', async () => {
    const [name = ''] = await make(1);
    await change(name, 'Hello');
    expect(await lanesOf(ann)).toMatchObject({ new: 1, changed: 0 });
    await close(ann, await only(ann));
    await change(name, 'Buy this');
    await change(name, 'Buy that');
    expect(await lanesOf(ann)).toMatchObject({ new: 0, changed: 1 });
    const { id } = await only(bob, 'changed');
    const { data } = await bob.api.moderation.desk.inspect({ id });
    expect(data.seen).toMatchObject({ about: 'Hello', socials: {} });
    expect(data.item.profile?.about).toBe('Buy that');
  });

  it('by no card if no review is set', async () => {
    const { api } = owner;
    const quiet = service().with({ settings: { review: new Set() } });
    const username = newCard();
    await quiet.as(owner.token).profiles.create({ username, referral: '' });
    await quiet.as(owner.token).profiles.updateSocials({ username, about: 'Hello' });
    await api.profiles.create({ username: newCard(), referral: '' });
    expect(await lanesOf(ann)).toMatchObject({ new: 1, changed: 0 });
  });
});

describe('a decision', () => {
  it('closes all items about the card, and its undo reopens them', async () => {
    const [name = ''] = await make(1);
    await hide(ann, name);
    expect(await lanesOf(ann)).toMatchObject({ new: 0 });
    const { data } = await ann.api.audit.listActions({});
    await ann.api.moderation.undo({ action: data.actions[0]?.id ?? '' });
    expect(await lanesOf(ann)).toMatchObject({ new: 1 });
    const { action } = await close(ann, await only(ann));
    expect(await lanesOf(ann)).toMatchObject({ new: 0 });
    const undone = await ann.api.moderation.undo({ action });
    expect(undone.data.results).toMatchObject([{ outcome: 'done', label: name }]);
    expect(await lanesOf(ann)).toMatchObject({ new: 1 });
  });

  it('of a moderator is in the history that moderators read', async () => {
    await make(1);
    await close(ann, await only(ann));
    const { data } = await bob.api.audit.listActions({ actor: ann.email });
    expect(data.actions).toMatchObject([{ first: { type: 'profile.approved' } }]);
  });

  it('applies to the revision that was seen', async () => {
    const [name = ''] = await make(1);
    const seen = await only(ann);
    await change(name, 'Something else');
    const error = await errorOf(close(ann, seen));
    expect(error.reason).toBe('CHANGED_MEANWHILE');
    expect(await lanesOf(ann)).toMatchObject({ new: 1 });
  });

  it('is refused about the own card', async () => {
    await make(1, ann);
    expect(await lanesOf(ann)).toMatchObject({ new: 0 });
    expect((await next(ann)).items).toEqual([]);
  });

  it('about a moderator’s card needs an admin', async () => {
    await make(1, ann);
    expect(await lanesOf(bob)).toMatchObject({ new: 0 });
    const seen = await only(boss);
    expect(await outcome(close(bob, seen))).toBe('NOT_FOUND ITEM_NOT_FOUND');
    expect(await outcome(close(boss, seen))).toBe('done');
  });

  it('of thirty at once counts once', async () => {
    await make(1);
    const seen = await only(ann);
    const results = await raceTogether(30, async () => close(ann, seen));
    const { done, ...refused } = endingsOf(results);
    expect(done).toBe(1);
    expect(Object.values(refused).reduce((sum, count) => sum + count, 0)).toBe(29);
  });

  it('can be made by a service key, which sees no reports and notes', async () => {
    await make(1);
    const key = await program(service(), boss, 'moderation');
    const { data } = await key.api.moderation.desk.list({ lane: 'new' });
    const [item] = data.items;
    const read = await key.api.moderation.desk.inspect({ id: item?.id ?? '' });
    expect(read.data).toMatchObject({ reports: [], notes: [] });
    const revision = item?.profile?.revision ?? 0;
    const asked = { id: item?.id ?? '', revision, decision: 'approve' } as const;
    expect(await outcome(key.api.moderation.desk.close(asked))).toBe('done');
  });
});

describe('items', () => {
  it('are leased by one person for ten minutes, at most twenty', async () => {
    const names = await make(45);
    const [first, second] = [await next(ann), await next(bob)];
    expect(namesOf(first.items)).toEqual(names.slice(0, 20));
    expect(namesOf(second.items)).toEqual(names.slice(20, 40));
    expect(namesOf((await next(ann)).items)).toEqual(names.slice(0, 20));
    await service().clock.advance('10 minutes 1 second');
    expect(namesOf((await next(bob)).items)).toEqual(names.slice(0, 20));
    expect(namesOf((await next(ann)).items)).toEqual(names.slice(20, 40));
  });

  it('are filled up after decisions', async () => {
    const names = await make(22);
    await next(ann);
    await hide(ann, names[0] ?? '');
    expect(namesOf((await next(ann)).items)).toEqual(names.slice(1, 21));
  });

  it('can be decided only by their holder or an admin meanwhile', async () => {
    await make(1);
    const seen = await only(ann);
    expect(await outcome(close(bob, seen))).toBe('CONFLICT CHANGED_MEANWHILE');
    await boss.api.moderation.desk.take({ id: seen.id });
    expect(await outcome(close(ann, seen))).toBe('CONFLICT CHANGED_MEANWHILE');
    expect(await outcome(close(boss, seen))).toBe('done');
  });

  it('can be renewed three times', async () => {
    await make(1);
    const { id } = await only(ann);
    for (let time = 0; time < 4; time += 1) {
      await service().clock.advance('9 minutes');
      await ann.api.moderation.desk.renew({ id });
    }
    await service().clock.advance('1 minute 1 second');
    const renewed = outcome(ann.api.moderation.desk.renew({ id }));
    expect(await renewed).toBe('NOT_FOUND ITEM_NOT_FOUND');
  });

  it('go to one person each if thirty ask together', async () => {
    await make(60);
    const people = [ann, bob, boss];
    const results = await raceTogether(30, async (at) => next(people[at % 3] ?? ann));
    const got = results.map((result) =>
      result.status === 'fulfilled' ? namesOf(result.value.items) : [],
    );
    for (const person of [0, 1, 2]) {
      const sets = got.filter((_, at) => at % 3 === person);
      expect(new Set(sets.map((names) => names.join(' '))).size).toBe(1);
    }
    expect(new Set(got.flat()).size).toBe(60);
  });
});

describe('a second look', () => {
  it('never goes to the person who asked for it', async () => {
    await make(1);
    await close(ann, await only(ann), 'pass_on');
    expect(await lanesOf(ann)).toMatchObject({ new: 0, second_look: 0 });
    expect((await next(ann, 'second_look')).items).toEqual([]);
    const seen = await only(bob, 'second_look');
    const again = await errorOf(close(bob, seen, 'pass_on'));
    expect(again.reason).toBe('INPUT_INVALID');
    expect(await outcome(close(bob, seen))).toBe('done');
  });

  it('comes after an approval that is drawn, if there is somebody to give it', async () => {
    const { random } = service().deps;
    const bytes = (size: number) => (size === 4 ? Buffer.alloc(4) : random.bytes(size));
    const drawing = service().with({ random: { ...random, bytes } });
    const approve = async () => {
      await make(1);
      await close({ ...ann, api: drawing.as(ann.token) }, await only(ann));
    };
    await approve();
    expect(await lanesOf(boss)).toMatchObject({ new: 0, second_look: 1 });
    expect(await lanesOf(ann)).toMatchObject({ second_look: 0 });
    await sql`delete from users where id in (${bob.id}, ${boss.id})`.execute(
      statements(service().orm.em.fork()),
    );
    await approve();
    expect(await lanesOf(ann)).toMatchObject({ new: 0, second_look: 1 });
  });

  it('is withdrawn if its request is undone', async () => {
    await make(1);
    const { action } = await close(ann, await only(ann), 'pass_on');
    await ann.api.moderation.undo({ action });
    expect(await lanesOf(bob)).toMatchObject({ new: 1, second_look: 0 });
  });
});
