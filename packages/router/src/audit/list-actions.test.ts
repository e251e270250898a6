import { beforeAll, describe, expect, it } from 'vitest';
import { outcome } from '../testing/outcome.ts';
import { admin, somebody, moderator, type Person, signIn } from '../testing/people.ts';
import { type Caller, useService } from '../testing/use-service.ts';

type Filter = Parameters<Caller['audit']['listActions']>[0];

const service = useService();
let owner: Person;
let staff: Person;
let boss: Person;
let middle: string;

const names = ['ann', 'ben', 'cleo', 'dora', 'emil'];

/** Hides or restores profiles at once, as they are now; gives the action's id. */
async function moderate(
  usernames: readonly string[],
  { api }: Person,
  reason?: 'spam' | 'harassment',
): Promise<string> {
  await service().clock.advance('1 minute');
  const { data: found } = await api.moderation.profiles.search({
    text: `owner:${owner.id}`,
    limit: 100,
  });
  const profiles = found.profiles
    .filter(({ username }) => usernames.includes(username))
    .map(({ id, revision }) => ({ id, revision }));
  const { data } = await (reason === undefined
    ? api.moderation.profiles.restoreMany({ profiles })
    : api.moderation.profiles.hideMany({ profiles, reason, note: 'Read the rules' }));
  return data.action ?? '';
}

const list = async (filter: Filter = {}, { api }: Person = boss) =>
  (await api.audit.listActions(filter)).data;

/** Each as in `profile.hidden 3`, newest first. */
const summaries = async (filter: Filter = {}, person: Person = boss) =>
  (await list(filter, person)).actions.map(
    ({ first, events }) => `${first.type} ${events}`,
  );

beforeAll(async () => {
  owner = await signIn(service(), 'owner@example.com');
  staff = await moderator(service());
  boss = await admin(service());
  for (const username of names) {
    await owner.api.profiles.create({ username, referral: '' });
  }
  await moderate(names, staff, 'spam');
  middle = (await service().clock.advance('1 minute')).replace(/\d{3}Z$/, 'Z');
  await moderate(['ann', 'ben', 'cleo'], boss);
  await moderate(['ben', 'cleo'], boss, 'harassment');
  await boss.api.moderation.users.changeRole({
    id: owner.id,
    from: 'user',
    to: 'moderator',
  });
});

const ofProfiles = ['profile.hidden 2', 'profile.restored 3', 'profile.hidden 5'];

describe('the history of actions', () => {
  it('shows admins each action once, newest first, and moderators only actions on profiles', async () => {
    expect(await summaries()).toEqual(['user.role_changed 1', ...ofProfiles]);
    expect(await summaries({}, staff)).toEqual(ofProfiles);
    expect(await summaries({ userId: owner.id }, staff)).toEqual(ofProfiles);
    expect(await summaries({ type: 'user.role_changed' }, staff)).toEqual([]);
    const [changed] = (await list()).actions;
    expect(await summaries({ action: changed?.id }, staff)).toEqual([]);
    const stranger = await somebody(service());
    expect(await outcome(list({}, stranger))).toBe('FORBIDDEN ROLE_MISSING');
  });

  it('shows one event of each action, and how many events can be undone', async () => {
    const [, hidden, restored, first] = (await list()).actions;
    expect(hidden).toMatchObject({ events: 2, undone: 0, undoable: 2 });
    // Ben and Cleo were hidden again since.
    expect(restored).toMatchObject({ events: 3, undone: 0, undoable: 1 });
    expect(first).toMatchObject({ events: 5, undone: 0, undoable: 2 });
    expect(first?.first).toMatchObject({
      action: first?.id,
      actionEvents: 5,
      type: 'profile.hidden',
      actor: { id: staff.id, email: staff.email },
      subject: { kind: 'profile', username: 'ann' },
      reason: 'spam',
      note: 'Read the rules',
      canUndo: false,
    });
  });

  it.each<[string, () => Filter, string[]]>([
    [
      'a type',
      () => ({ type: 'profile.hidden' }),
      ['profile.hidden 2', 'profile.hidden 5'],
    ],
    ['a reason', () => ({ reason: 'harassment' }), ['profile.hidden 2']],
    ['a type and a reason', () => ({ type: 'profile.restored', reason: 'spam' }), []],
    ['a username', () => ({ username: 'DORA' }), ['profile.hidden 5']],
    [
      'a part of the actor’s address',
      () => ({ actor: staff.email.toUpperCase() }),
      ['profile.hidden 5'],
    ],
    ['an instant on', () => ({ from: middle, username: 'ann' }), ['profile.restored 3']],
    ['before an instant', () => ({ before: middle }), ['profile.hidden 5']],
  ])('finds %s', async (_, filter, expected) => {
    expect(await summaries(filter())).toEqual(expected);
  });

  it('shows the event that was searched for', async () => {
    const { actions } = await list({ username: 'emil' });
    expect(actions).toMatchObject([
      { events: 5, first: { subject: { username: 'emil' } } },
    ]);
  });

  it('has pages without gaps and repeats, also while acts are added', async () => {
    const all = (await list()).actions.map(({ id }) => id);
    const first = await list({ limit: 2 });
    await moderate(['ben'], boss);
    const second = await list({ limit: 2, cursor: first.nextCursor ?? '' });
    expect([...first.actions, ...second.actions].map(({ id }) => id)).toEqual(all);
    expect(second.nextCursor).toBeNull();
    expect(await outcome(list({ cursor: 'x' }))).toBe('BAD_REQUEST INPUT_INVALID');
  });
});

describe('an action on several profiles', () => {
  const several = async (id: string, person = boss) =>
    (await list({ action: id }, person)).actions[0];

  it('is undone event by event, then the rest by somebody else; so is the undo', async () => {
    await moderate(names, boss);
    const id = await moderate(names, staff, 'spam');
    const { events } = (await staff.api.audit.list({ action: id })).data;
    await staff.api.moderation.undo({ event: events[0]?.id ?? '' });
    expect(await several(id)).toMatchObject({ events: 5, undone: 1, undoable: 4 });

    const colleague = await moderator(service());
    const undone = await colleague.api.moderation.undo({ action: id });
    expect(undone.data.results.filter(({ outcome: how }) => how === 'done')).toHaveLength(
      4,
    );
    expect(await several(id)).toMatchObject({ events: 5, undone: 5, undoable: 0 });
    expect(await several(undone.data.action ?? '', staff)).toMatchObject({
      events: 4,
      undoable: 4,
      first: { type: 'profile.restored', undoes: expect.any(String) },
    });

    const redone = await boss.api.moderation.undo({ action: undone.data.action ?? '' });
    const [redoing] = (await list({ type: 'profile.hidden', reason: 'spam' })).actions;
    expect(redoing).toMatchObject({ id: redone.data.action, events: 4, undoable: 4 });
  });

  it('can’t be undone if its profiles are gone', async () => {
    const { data: found } = await staff.api.moderation.profiles.search({
      text: `owner:${owner.id}`,
    });
    const active = found.profiles
      .filter(({ hidden }) => !hidden)
      .map(({ username }) => username);
    const id = await moderate(active, staff, 'spam');
    await owner.api.profiles.remove({ username: active[0] ?? '' });
    expect(await several(id)).toMatchObject({
      events: active.length,
      undoable: active.length - 1,
    });
  });
});
