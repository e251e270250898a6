import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCards } from '../../testing/cards.ts';
import { endingsOf, outcome } from '../../testing/outcome.ts';
import {
  admin,
  moderator,
  type Person,
  program,
  signIn,
  leave,
} from '../../testing/people.ts';
import { rowsOf } from '../../testing/rows.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
let owner: Person;
let ann: Person;
let bob: Person;
let boss: Person;
let card: string;
let other: string;

beforeEach(async () => {
  await sql`delete from users`.execute(statements(service().orm.em.fork()));
  owner = await signIn(service());
  [ann, bob] = [await moderator(service()), await moderator(service())];
  boss = await admin(service());
  [card = '', other = ''] = await makeCards(service(), owner.id, 2);
});

type About = { userId: string; profileId?: string };

const add = ({ api }: Person, about: About, text = 'Wrote to them.') =>
  api.moderation.desk.addNote({ text, ...about });

async function read({ api }: Person, userId: string, profileId?: string) {
  const input = { userId, ...(profileId !== undefined && { profileId }) };
  return (await api.moderation.desk.notes(input)).data;
}

const textsOf = async (...of: Parameters<typeof read>) =>
  (await read(...of)).notes.map(({ text }) => text);

const remove = ({ api }: Person, id: string) => api.moderation.desk.removeNote({ id });

describe('a note', () => {
  it('about a user is shown with each card, and a note about a card with that card', async () => {
    await add(ann, { userId: owner.id }, 'The person');
    await service().clock.advance('1 minute');
    await add(ann, { userId: owner.id, profileId: card }, 'The card');
    expect(await textsOf(bob, owner.id)).toEqual(['The person']);
    expect(await textsOf(bob, owner.id, other)).toEqual(['The person']);
    expect(await textsOf(bob, owner.id, card)).toEqual(['The card', 'The person']);
    const { notes } = await read(bob, owner.id, card);
    expect(notes[0]).toMatchObject({
      author: { id: ann.id, email: ann.email },
      isAboutCard: true,
    });
  });

  it('is read with the item of the card', async () => {
    await owner.api.profiles.create({ username: 'noted', referral: '' });
    const { items } = (await ann.api.moderation.desk.next({ lane: 'new' })).data;
    const [item] = items;
    const about = { userId: owner.id, profileId: item?.profile?.id ?? '' };
    await add(ann, about, 'Look twice.');
    const { data } = await bob.api.moderation.desk.inspect({ id: item?.id ?? '' });
    expect(data.notes).toMatchObject([{ text: 'Look twice.', isAboutCard: true }]);
    const key = await program(service(), boss, 'moderation');
    const toKey = await key.api.moderation.desk.inspect({ id: item?.id ?? '' });
    expect(toKey.data.notes).toEqual([]);
  });

  it('is about a card or an account, and says something', async () => {
    const invalid = 'BAD_REQUEST INPUT_INVALID';
    expect(await outcome(add(ann, { userId: owner.id }, ''))).toBe(invalid);
    expect(await outcome(add(ann, { userId: owner.id }, 'x'.repeat(2_001)))).toBe(
      invalid,
    );
    expect(await outcome(add(ann, { userId: card }))).toBe('NOT_FOUND USER_NOT_FOUND');
    const noCard = 'NOT_FOUND PROFILE_NOT_FOUND';
    for (const about of [
      { userId: owner.id, profileId: owner.id },
      { userId: bob.id, profileId: card },
    ]) {
      expect(await outcome(add(ann, about))).toBe(noCard);
    }
  });

  it('about a moderator is only for admins, and nobody reads notes about themselves', async () => {
    const refused = 'NOT_FOUND USER_NOT_FOUND';
    expect(await outcome(add(bob, { userId: ann.id }))).toBe(refused);
    expect(await outcome(add(ann, { userId: boss.id }))).toBe(refused);
    expect(await outcome(add(boss, { userId: boss.id }))).toBe(refused);
    await add(boss, { userId: ann.id }, 'Hides too much');
    const hidden = { notes: [], canAdd: false };
    expect(await read(ann, ann.id)).toEqual(hidden);
    expect(await read(bob, ann.id)).toEqual(hidden);
    expect(await textsOf(boss, ann.id)).toEqual(['Hides too much']);
  });

  it('about a card of a moderator is for admins', async () => {
    const [own = ''] = await makeCards(service(), ann.id, 1);
    const refused = 'NOT_FOUND PROFILE_NOT_FOUND';
    expect(await outcome(add(bob, { userId: ann.id, profileId: own }))).toBe(refused);
    expect(await outcome(add(ann, { userId: ann.id, profileId: own }))).toBe(refused);
    expect(await outcome(add(boss, { userId: ann.id, profileId: own }))).toBe('done');
  });

  it('is removed by its author or an admin, but not by an admin it is about', async () => {
    const refused = 'NOT_FOUND NOTE_NOT_FOUND';
    const { id } = (await add(ann, { userId: owner.id })).data;
    const second = (await add(ann, { userId: owner.id, profileId: card })).data;
    const ofBoss = (await add(await admin(service()), { userId: boss.id })).data;
    expect(await outcome(remove(bob, id))).toBe(refused);
    expect(await outcome(remove(ann, id))).toBe('done');
    expect(await outcome(remove(ann, id))).toBe(refused);
    expect(await outcome(remove(boss, second.id))).toBe('done');
    expect(await outcome(remove(boss, ofBoss.id))).toBe(refused);
    expect(await read(bob, owner.id, card)).toEqual({ notes: [], canAdd: true });
  });

  it('is removed once by thirty calls', async () => {
    const { id } = (await add(ann, { userId: owner.id })).data;
    const results = await raceTogether(30, async () => remove(ann, id));
    expect(endingsOf(results)).toEqual({ done: 1, 'NOT_FOUND NOTE_NOT_FOUND': 29 });
  });

  it('is deleted with its author’s account, and with the account it is about', async () => {
    const kept = await signIn(service());
    await add(ann, { userId: owner.id });
    await add(ann, { userId: kept.id });
    await add(bob, { userId: kept.id });
    await leave(service(), owner);
    expect(await rowsOf(service(), 'notes')).toHaveLength(2);
    await leave(service(), ann);
    expect(await textsOf(bob, kept.id)).toEqual(['Wrote to them.']);
  });

  it('is only in its author’s export', async () => {
    await add(ann, { userId: owner.id }, 'A secret of the team');
    const ofOwner = await owner.api.users.exportMe();
    const ofAuthor = await ann.api.users.exportMe();
    expect(JSON.stringify(ofOwner)).not.toContain('A secret of the team');
    expect(JSON.stringify(ofAuthor)).toContain('A secret of the team');
  });
});
