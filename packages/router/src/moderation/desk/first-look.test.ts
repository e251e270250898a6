import { repairCounts, statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import type { Message } from '@namecard/email';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { endingsOf, outcome } from '../../testing/outcome.ts';
import { moderator, type Person, signIn } from '../../testing/people.ts';
import { eventsOf } from '../../testing/rows.ts';
import { useService } from '../../testing/use-service.ts';
import { doDue } from '../../jobs/claimed-jobs.ts';
import { mailing } from '../decision-mails/mail-people.ts';

const review = new Set(['new', 'changed', 'hold'] as const);
const service = useService({ settings: { review } });
const db = () => statements(service().orm.em.fork());

let ann: Person;
let staff: Person;

beforeEach(async () => {
  await sql`delete from users`.execute(db());
  await sql`delete from jobs`.execute(db());
  ann = await signIn(service());
  staff = await moderator(service());
});

const begin = async (username: string, { api } = ann) =>
  (await api.profiles.create({ username, referral: '' })).profile;

async function make(username: string, who = ann) {
  const profile = await begin(username, who);
  await who.api.profiles.updateSocials({ username, about: 'Hello' });
  return profile;
}

const mine = async () => (await ann.api.profiles.mine({})).data;
const countsOf = async ({ api }: Person) => (await api.profiles.list({})).data.count;

/** The item of a card on the desk. */
async function itemOf(username: string) {
  const { items } = (await staff.api.moderation.desk.next({})).data;
  const item = items.find(({ profile }) => profile?.username === username);
  if (!item?.profile) throw new Error(`No item of ${username}`);
  return { ...item, profile: item.profile };
}

async function approve(username: string) {
  const { id, profile } = await itemOf(username);
  const { revision } = profile;
  const closing = { id, revision, decision: 'approve' } as const;
  await staff.api.moderation.desk.close(closing);
}

const refuse = (username: string) =>
  staff.api.moderation.profiles.hide({ username, reason: 'spam' });

/** Undoes the last decision about a card of hers. */
async function undoLast() {
  const last = (await eventsOf(service(), ann.id)).at(-1);
  await staff.api.moderation.undo({ action: last?.actionId ?? '' });
}

/** The subjects of the mails about decisions that leave within an hour. */
async function mailed(): Promise<string[]> {
  const mails: Message[] = [];
  const deliver = async (mail: Message) => {
    mails.push(mail);
    return { outcome: 'sent', messageId: `${mails.length}` } as const;
  };
  const { orm, deps } = service();
  for (let passed = 0; passed < 60; passed += 6) {
    await service().clock.advance('6 minutes');
    await doDue(mailing({ ...deps, orm, mailer: { deliver } }));
  }
  return mails.map(({ subject }) => subject);
}

const shownMail = 'Others can see your card';
const hiddenMail = /hidden/;

describe('a newcomer’s card', () => {
  it('waits for a look, seen by its owner and on the desk alone, and counted nowhere', async () => {
    expect((await make('first')).hidden).toBe(true);
    expect(await mine()).toMatchObject({ notices: [], waiting: ['first'] });
    const other = await signIn(service());
    const missing = 'NOT_FOUND PROFILE_NOT_FOUND';
    expect(await outcome(other.api.profiles.read({ username: 'first' }))).toBe(missing);
    const none = { all: 0, hidden: 0, active: 0 };
    expect(await countsOf(other)).toEqual(none);
    expect(await countsOf(staff)).toEqual(none);
    expect((await staff.api.profiles.list({})).data.profiles).toEqual([]);
    const { api } = staff;
    for (const filter of [{}, { state: 'hidden' }, { text: 'first' }] as const) {
      expect((await api.moderation.profiles.search(filter)).data.profiles).toEqual([]);
      const { all } = (await api.moderation.profiles.countMatching(filter)).data;
      expect(all.count).toBe(0);
    }
    const inspected = await api.moderation.profiles.inspect({ username: 'first' });
    expect(inspected.data.profile).toMatchObject({ hidden: false, isHeld: true });
    expect((await itemOf('first')).kind).toBe('new');
    expect(await repairCounts(service().orm)).toEqual({ segments: [], owners: [] });
    expect(await mailed()).toEqual([]);
  });

  it('can’t be appealed, since nobody has decided, and leaves no mark when it goes', async () => {
    await make('first');
    const appeal = ann.api.profiles.appeal({ username: 'first', text: 'Why?' });
    expect(await outcome(appeal)).toBe('CONFLICT NOT_HIDDEN');
    await ann.api.profiles.remove({ username: 'first' });
    const { rows } = await sql`select from removed_cards`.execute(db());
    expect(rows).toEqual([]);
  });

  it('is shown by an approval, which its owner is mailed once, and later cards do not wait', async () => {
    await make('first');
    await make('second');
    await approve('first');
    expect(await countsOf(ann)).toEqual({ all: 1, hidden: 0, active: 1 });
    expect((await mine()).waiting).toEqual(['second']);
    expect((await make('third')).hidden).toBe(false);
    expect(await mailed()).toEqual([expect.stringContaining(shownMail)]);
    await service().clock.advance('25 hours');
    staff = await moderator(service());
    await approve('second');
    expect(await mailed()).toEqual([]);
    const types = (await eventsOf(service(), ann.id)).map(({ type }) => type);
    expect(types).toEqual(['profile.approved', 'profile.approved']);
  });

  it('is refused by a decision with its statement, mail and appeal, and then the next waits', async () => {
    await make('first');
    await approve('first');
    await make('shown');
    await refuse('shown');
    expect((await make('next')).hidden).toBe(true);
    await refuse('next');
    const { notices, waiting } = await mine();
    expect(notices.map(({ username }) => username)).toEqual(['next', 'shown']);
    expect(waiting).toEqual([]);
    expect(await countsOf(staff)).toEqual({ all: 3, hidden: 2, active: 1 });
    expect(await mailed()).toEqual([expect.stringMatching(hiddenMail)]);
    const appeal = ann.api.profiles.appeal({ username: 'next', text: 'Why?' });
    expect(await outcome(appeal)).toBe('done');
    const { cards } = await db()
      .selectFrom('moderation_actions')
      .select(sql<number>`sum(cards)::int`.as('cards'))
      .where('actorId', '=', staff.id)
      .executeTakeFirstOrThrow();
    expect(cards).toBe(3);
  });

  it.each([
    ['an approval', approve],
    ['a refusal', refuse],
  ])(
    'waits again after the undo of %s, without a mail or a notice',
    async (_, decide) => {
      await make('first');
      await decide('first');
      await undoLast();
      expect(await mine()).toMatchObject({ notices: [], waiting: ['first'] });
      expect((await itemOf('first')).profile.isHeld).toBe(true);
      expect(await countsOf(staff)).toEqual({ all: 0, hidden: 0, active: 0 });
      expect(await repairCounts(service().orm)).toEqual({ segments: [], owners: [] });
      expect(await mailed()).toEqual([]);
      staff = await moderator(service());
      await approve('first');
      expect(await countsOf(ann)).toMatchObject({ active: 1 });
    },
  );

  it('that waits again has no decision to appeal, and no answer to one', async () => {
    await make('first');
    await refuse('first');
    await ann.api.profiles.appeal({ username: 'first', text: 'Why?' });
    await undoLast();
    expect(await mailed()).toEqual([]);
    staff = await moderator(service());
    await approve('first');
    expect(await mailed()).toEqual([expect.stringContaining(shownMail)]);
  });

  it('keeps its place while it is edited, and is first in its lane after three days', async () => {
    const bob = await signIn(service());
    await make('known', bob);
    await approve('known');
    await make('older', bob);
    await make('first');
    const before = await itemOf('first');
    await ann.api.profiles.updateSocials({ username: 'first', about: 'Hello' });
    const after = await itemOf('first');
    expect(after).toMatchObject({ id: before.id, openedAt: before.openedAt });
    await service().clock.advance('73 hours');
    staff = await moderator(service());
    const { items } = (await staff.api.moderation.desk.next({})).data;
    const names = items.map(({ profile }) => profile?.username);
    expect(names).toEqual(['first', 'older']);
    const { desk } = staff.api.moderation;
    const first = (await desk.list({ lane: 'new', limit: 1 })).data;
    const cursor = first.nextCursor ?? '';
    const rest = (await desk.list({ lane: 'new', limit: 1, cursor })).data;
    const listed = [...first.items, ...rest.items];
    expect(listed.map(({ profile }) => profile?.username)).toEqual(names);
    expect(rest.nextCursor).toBeNull();
  });

  it('is not judged before something stands on it', async () => {
    await begin('first');
    const onDesk = async () => (await staff.api.moderation.desk.next({})).data.items;
    expect(await onDesk()).toEqual([]);
    const location = { latitude: 47, longitude: 8 };
    await ann.api.profiles.updateLocation({ username: 'first', location });
    expect(await onDesk()).toMatchObject([{ profile: { username: 'first' } }]);
    await ann.api.profiles.updateSocials({ username: 'first', about: 'Hello' });
    expect(await onDesk()).toHaveLength(1);
  });

  it('comes to the desk if it was written while hidden, and that was undone', async () => {
    await begin('draft');
    await staff.api.moderation.profiles.hideAllOf({ ownerId: ann.id, reason: 'spam' });
    await ann.api.profiles.updateSocials({ username: 'draft', about: 'Hello' });
    await undoLast();
    expect(await mine()).toMatchObject({ waiting: ['draft'] });
    expect((await itemOf('draft')).kind).toBe('new');
  });

  it('is hidden with all cards of its owner, and no card of the team waits', async () => {
    await make('first');
    await staff.api.moderation.profiles.hideAllOf({ ownerId: ann.id, reason: 'spam' });
    expect(await mine()).toMatchObject({ waiting: [], notices: [{ username: 'first' }] });
    expect((await make('of-staff', staff)).hidden).toBe(false);
  });

  it('stands in a wave with others, and is refused with them', async () => {
    for (let nth = 1; nth <= 5; nth += 1) {
      ann = await signIn(service());
      const username = `wave-${nth}`;
      await make(username);
      const socials = { website: 'https://spam.example' };
      await ann.api.profiles.updateSocials({ username, socials });
    }
    const { moderation } = staff.api;
    const [wave] = (await moderation.desk.waves()).data.waves;
    expect(wave).toMatchObject({ value: 'spam.example', cards: 5 });
    const named = { by: 'website', value: 'spam.example' } as const;
    const { data } = await moderation.acts.preview({ kind: 'hide', wave: named });
    expect(data).toMatchObject({ cards: 5, left: [] });
  });

  it('waits once, whatever 30 racers do with it', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `racer-${index}`);
    const made = await raceTogether(30, (index) => outcome(make(names[index] ?? '')));
    expect(endingsOf(made)).toEqual({ done: 30 });
    expect(await ann.api.profiles.mine({ limit: 100 })).toMatchObject({
      data: { waiting: { length: 30 } },
    });
    const [item] = (await staff.api.moderation.desk.next({})).data.items;
    const { username = '', revision = 0 } = item?.profile ?? {};
    const closing = { id: item?.id ?? '', revision, decision: 'approve' } as const;
    const endings = await raceTogether(30, (index) =>
      outcome(
        index % 2 === 0
          ? staff.api.moderation.desk.close(closing)
          : ann.api.profiles.remove({ username }),
      ),
    );
    expect(endingsOf(endings)['INTERNAL_SERVER_ERROR INTERNAL']).toBeUndefined();
    expect(await repairCounts(service().orm)).toEqual({ segments: [], owners: [] });
  });
});
