import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { endingsOf, outcome, wrongFields } from '../testing/outcome.ts';
import { admin, somebody, moderator, type Person } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';

const service = useService({ settings: { review: new Set() } });
const already = 'CONFLICT APPEALED_ALREADY';
let owner: Person;
let ann: Person;
let boss: Person;
let username: string;
let names = 0;

const db = () => statements(service().orm.em.fork());

beforeEach(async () => {
  // Otherwise the items and moderators of the last test would count.
  await sql`delete from users`.execute(db());
  owner = await somebody(service());
  [ann, boss] = [await moderator(service()), await admin(service())];
  username = `card-${(names += 1)}`;
  await owner.api.profiles.create({ username, referral: '' });
});

const appeal = ({ api }: Person = owner, text = 'It is my own shop') =>
  api.profiles.appeal({ username, text });

const hide = () =>
  ann.api.moderation.profiles.hide({ username, reason: 'spam', note: 'No advertising.' });

const restore = () => boss.api.moderation.profiles.restore({ username });

/** The appeals that this person may answer. */
const appealsFor = async ({ api }: Person) =>
  (await api.moderation.desk.next({ lane: 'appealed' })).data.items;

async function uphold(note = 'It is not.') {
  const [item] = await appealsFor(boss);
  const revision = item?.profile?.revision ?? 0;
  const asked = { id: item?.id ?? '', revision, decision: 'uphold', note } as const;
  return (await boss.api.moderation.desk.close(asked)).data;
}

const notice = async () => (await owner.api.profiles.mine()).data.notices[0];

describe('an appeal', () => {
  it('goes to somebody else than the person who hid the card', async () => {
    await hide();
    await appeal();
    const [item] = await appealsFor(boss);
    expect(await appealsFor(ann)).toEqual([]);
    const { data } = await boss.api.moderation.desk.inspect({ id: item?.id ?? '' });
    expect(data).toMatchObject({
      item: { kind: 'appealed', profile: { username, hidden: true } },
      appeal: { text: 'It is my own shop' },
    });
  });

  it('is possible once for each time that the card was hidden', async () => {
    await hide();
    await appeal();
    expect(await outcome(appeal())).toBe(already);
    await uphold();
    expect(await outcome(appeal())).toBe(already);
    await restore();
    await hide();
    expect(await outcome(appeal())).toBe('done');
  });

  it('of thirty at once is stored once', async () => {
    await hide();
    const results = await raceTogether(30, async () => appeal());
    expect(endingsOf(results)).toEqual({ done: 1, [already]: 29 });
    expect(await appealsFor(boss)).toHaveLength(1);
  });

  it('is only for the owner of a hidden card', async () => {
    expect(await outcome(appeal())).toBe('CONFLICT NOT_HIDDEN');
    expect(await outcome(appeal(boss))).toBe('FORBIDDEN NOT_OWNER');
    await hide();
    const stranger = await somebody(service());
    expect(await outcome(appeal(stranger))).toBe('NOT_FOUND PROFILE_NOT_FOUND');
    const none = owner.api.profiles.appeal({ username: 'no.one', text: 'It is mine' });
    expect(await outcome(none)).toBe('NOT_FOUND PROFILE_NOT_FOUND');
  });

  it('is possible for a card hidden directly in the database, one at a time', async () => {
    await hide();
    await restore();
    await sql`update profiles set hidden = true where username = ${username}`.execute(
      db(),
    );
    expect(await outcome(appeal())).toBe('done');
    expect(await outcome(appeal())).toBe(already);
    expect(await appealsFor(ann)).toHaveLength(1);
  });

  it('is closed if the card is restored, and reopened if that is undone', async () => {
    await hide();
    await appeal();
    await restore();
    expect(await appealsFor(boss)).toEqual([]);
    const { data } = await boss.api.audit.listActions({});
    await boss.api.moderation.undo({ action: data.actions[0]?.id ?? '' });
    expect(await appealsFor(boss)).toHaveLength(1);
    expect(await outcome(appeal())).toBe(already);
  });
});

describe('the notice', () => {
  const stamp = expect.stringMatching(/^\d{4}-/);
  const note = 'No advertising.';
  const asked = { note, appeal: 'It is my own shop', appealedAt: stamp };

  it('says what was asked, when, and what was answered', async () => {
    const answer = 'It still sells watches.';
    await hide();
    const unasked = { appeal: null, appealedAt: null, answeredAt: null, answer: null };
    expect(await notice()).toMatchObject({ note, ...unasked });
    await appeal();
    expect(await notice()).toMatchObject({ ...asked, answeredAt: null, answer: null });
    await uphold(answer);
    expect(await notice()).toMatchObject({ ...asked, answeredAt: stamp, answer });
  });

  it('has no answer if it was undone, and takes none without words', async () => {
    await hide();
    await appeal();
    const { action } = await uphold('It still sells watches.');
    await boss.api.moderation.undo({ action });
    expect(await notice()).toMatchObject({ ...asked, answeredAt: null, answer: null });
    expect(await wrongFields(uphold(' '))).toEqual(['note']);
    await uphold();
    expect(await notice()).toMatchObject({ ...asked, answer: 'It is not.' });
  });

  it('of a card that is hidden anew says nothing of an earlier appeal', async () => {
    await hide();
    await appeal();
    await uphold();
    await restore();
    await hide();
    expect(await notice()).toMatchObject({ appealedAt: null, answeredAt: null });
  });
});
