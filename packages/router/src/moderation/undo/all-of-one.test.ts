import { beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../access/caller.ts';
import { admin, somebody, moderator, type Person, signIn } from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';
import { findActionsBy } from './undo.sql.ts';
import { undo } from './undo.ts';

const service = useService();
let owner: Person;
let rogue: Person;
let colleague: Person;
let since: string;
let names = 0;

async function makeProfiles(count: number): Promise<string[]> {
  const usernames = Array.from({ length: count }, () => `all-of-one-${(names += 1)}`);
  for (const username of usernames) {
    await owner.api.profiles.create({ username, referral: '' });
  }
  return usernames;
}

beforeEach(async () => {
  owner = await somebody(service());
  rogue = await moderator(service());
  colleague = await moderator(service());
  await service().clock.advance('1 minute');
  since = await service().clock.now();
});

const isHidden = async (username: string) =>
  (await owner.api.profiles.read({ username })).data.profile.hidden;

const hide = (username: string, person = rogue) =>
  person.api.moderation.profiles.hide({ username, reason: 'spam' });
const restore = (username: string, person = rogue) =>
  person.api.moderation.profiles.restore({ username });

/** Undoes all acts as an operator. Returns the reasons of rejected rows. */
async function undoAll(session?: string): Promise<string[]> {
  const filter = { by: rogue.id, session, since };
  const { data } = await undo(service().deps, operator, { filter });
  return data.results.flatMap((one) =>
    one.outcome === 'rejected' ? [one.error.reason] : [],
  );
}

describe('undoing all that somebody has done since an instant', () => {
  it('brings each profile back to its earlier state, even after many changes', async () => {
    const usernames = await makeProfiles(8);
    const before = usernames.map((_, index) => index % 3 === 0);
    for (const [index, username] of usernames.entries()) {
      if (before[index]) await hide(username, colleague);
    }
    await service().clock.advance('1 minute');
    since = await service().clock.now();
    for (const [index, username] of usernames.entries()) {
      for (let time = 0; time < index; time += 1) {
        await ((await isHidden(username)) ? restore(username) : hide(username));
      }
    }
    expect(await undoAll()).toEqual([]);
    expect(await Promise.all(usernames.map(isHidden))).toEqual(before);
    expect(await undoAll()).toEqual([]);
    expect(await Promise.all(usernames.map(isHidden))).toEqual(before);
  });

  it('keeps later decisions of others', async () => {
    const [theirs = '', alone = ''] = await makeProfiles(2);
    await hide(theirs);
    await hide(alone);
    await restore(theirs, colleague);
    await hide(theirs, colleague);
    expect(await undoAll()).toEqual(['TOUCHED']);
    expect(await isHidden(theirs)).toBe(true);
    expect(await isHidden(alone)).toBe(false);
  });

  it('also undoes their undos', async () => {
    const [username = ''] = await makeProfiles(1);
    await hide(username, colleague);
    const { events } = (await colleague.api.audit.list({ username })).data;
    await rogue.api.moderation.undo({ action: events[0]?.action ?? '' });
    expect(await isHidden(username)).toBe(false);
    expect(await undoAll()).toEqual([]);
    expect(await isHidden(username)).toBe(true);
  });

  it('skips acts that they have undone, and undoes an undo of such an undo', async () => {
    const [once = '', twice = '', theirs = ''] = await makeProfiles(3);
    const newest = async (username: string) =>
      (await colleague.api.audit.list({ username })).data.events[0]?.id ?? '';
    const undoNewest = async (username: string) =>
      rogue.api.moderation.undo({ event: await newest(username) });
    await hide(once);
    await undoNewest(once);
    await hide(twice);
    await undoNewest(twice);
    await undoNewest(twice);
    await hide(theirs, colleague);
    await undoNewest(theirs);
    await undoNewest(theirs);
    expect(await Promise.all([once, twice, theirs].map(isHidden))).toEqual([
      false,
      true,
      true,
    ]);
    expect(await undoAll()).toEqual([]);
    expect(await Promise.all([once, twice, theirs].map(isHidden))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('goes back to the last decision of somebody else about the same act', async () => {
    const [username = ''] = await makeProfiles(1);
    const undoNewest = async (person: Person) => {
      const { events } = (await colleague.api.audit.list({ username })).data;
      await person.api.moderation.undo({ event: events[0]?.id ?? '' });
    };
    await hide(username);
    for (const person of [rogue, colleague, rogue]) await undoNewest(person);
    expect(await isHidden(username)).toBe(false);
    expect(await undoAll()).toEqual([]);
    expect(await isHidden(username)).toBe(true);
    await undoNewest(rogue);
    await undoNewest(rogue);
    expect(await undoAll()).toEqual([]);
    expect(await isHidden(username)).toBe(true);
  });

  it('brings roles and suspensions back', async () => {
    rogue = await admin(service());
    const { id } = await somebody(service());
    const { users } = rogue.api.moderation;
    await users.changeRole({ id, from: 'user', to: 'moderator' });
    await users.changeRole({ id, from: 'moderator', to: 'admin' });
    await users.suspend({ id: owner.id, reason: 'spam' });
    await users.unsuspend({ id: owner.id });
    await users.suspend({ id: owner.id, reason: 'spam' });
    expect(await undoAll()).toEqual([]);
    const read = async (whose: string) =>
      (await rogue.api.moderation.users.inspect({ id: whose })).data.user;
    expect(await read(id)).toMatchObject({ role: 'user' });
    expect(await read(owner.id)).toMatchObject({ suspension: null });
  });

  it('can be limited to one of their sessions', async () => {
    const [stolen = '', own = ''] = await makeProfiles(2);
    const other = await signIn(service(), rogue.email);
    await hide(stolen, other);
    await hide(own);
    const actions = await findActionsBy(service().deps.em, { by: rogue.id, since });
    const [ofOwn, ofStolen] = actions;
    expect(ofOwn?.sessionId).not.toBe(ofStolen?.sessionId);
    expect(await undoAll(ofStolen?.sessionId ?? '')).toEqual([]);
    expect(await isHidden(stolen)).toBe(false);
    expect(await isHidden(own)).toBe(true);
  });

  it('marks an event as undoable once nothing after it stands', async () => {
    const [username = ''] = await makeProfiles(1);
    await hide(username);
    const canUndo = async () =>
      (await colleague.api.audit.list({ username })).data.events.map(
        (event) => event.canUndo,
      );
    await restore(username, colleague);
    expect(await canUndo()).toEqual([true, false]);
    const undoLast = async () =>
      colleague.api.moderation.undo({
        event: (await colleague.api.audit.list({ username })).data.events[0]?.id ?? '',
      });
    await undoLast();
    expect(await canUndo()).toEqual([true, false, true]);
    await undoLast();
    expect(await canUndo()).toEqual([true, false, false, false]);
    await undoLast();
    expect(await canUndo()).toEqual([true, false, false, false, true]);
  });
});
