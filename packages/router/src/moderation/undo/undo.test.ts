import { raceTogether } from '@namecard/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { outcome } from '../../testing/outcome.ts';
import { admin, somebody, moderator, type Person } from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
let owner: Person;
let staff: Person;
let colleague: Person;
let names = 0;
let username: string;

beforeEach(async () => {
  owner = await somebody(service());
  staff = await moderator(service());
  colleague = await moderator(service());
  username = `undone-${(names += 1)}`;
  await owner.api.profiles.create({ username, referral: '' });
  await service().clock.advance('1 minute');
});

const read = async () => (await owner.api.profiles.read({ username })).data.profile;

/** Hides the profile and returns the action's id. */
async function hide(person = staff, note?: string): Promise<string> {
  await person.api.moderation.profiles.hide({
    username,
    reason: 'spam',
    ...(note && { note }),
  });
  return newestAction();
}

async function newestAction(): Promise<string> {
  const { data } = await staff.api.audit.list({ username, limit: 1 });
  return data.events[0]?.action ?? '';
}

const undo = async (action: string, person = staff) =>
  (await person.api.moderation.undo({ action })).data;

describe('undoing the hiding of a profile', () => {
  it('shows it again, and is another event that names the undone one', async () => {
    const before = await read();
    const action = await hide();
    const { action: undoing, results } = await undo(action);
    expect(results).toMatchObject([{ label: username, outcome: 'done' }]);
    expect(await read()).toEqual(before);
    const { events } = (await staff.api.audit.list({ username })).data;
    expect(events).toMatchObject([
      { action: undoing, type: 'profile.restored', undoes: events[1]?.id, canUndo: true },
      { action, type: 'profile.hidden', undoneBy: events[0]?.id, canUndo: false },
    ]);
  });

  it('can be undone: the profile is hidden again with the earlier reason and note', async () => {
    const { action } = await undo(await hide(staff, 'Too many links'));
    expect((await undo(action ?? '')).results).toMatchObject([{ outcome: 'done' }]);
    const { data } = await owner.api.profiles.mine({});
    expect(data.notices).toMatchObject([
      { username, reason: 'spam', note: 'Too many links' },
    ]);
  });

  it('keeps the owner’s later edits', async () => {
    const action = await hide();
    await owner.api.profiles.updateSocials({ username, about: 'newer' });
    expect((await undo(action)).results).toMatchObject([{ outcome: 'done' }]);
    expect(await read()).toMatchObject({ about: 'newer', hidden: false });
  });

  it('is done by one of thirty, and the others learn by whom', async () => {
    const action = await hide();
    const results = await raceTogether(30, async () => undo(action, colleague));
    const outcomes = results.flatMap((one) =>
      one.status === 'fulfilled' ? one.value.results : [],
    );
    expect(outcomes).toHaveLength(30);
    expect(outcomes.filter((one) => one.outcome === 'done')).toHaveLength(1);
    const errors = outcomes.flatMap((one) =>
      one.outcome === 'rejected' ? [one.error] : [],
    );
    expect(new Set(errors.map(({ reason }) => reason))).toEqual(new Set(['UNDONE']));
    expect(errors[0]?.message).toContain(`${colleague.email} restored it`);
    expect((await staff.api.audit.list({ username })).data.events).toHaveLength(2);
  });
});

describe('undoing is refused', () => {
  it('if a later action changed the profile, with that action', async () => {
    const action = await hide();
    await colleague.api.moderation.profiles.restore({ username });
    await colleague.api.moderation.profiles.hide({ username, reason: 'harassment' });
    expect((await undo(action)).results).toMatchObject([
      {
        label: username,
        error: {
          reason: 'TOUCHED',
          message: expect.stringMatching(
            new RegExp(
              `^${colleague.email} hid it at \\d\\d:\\d\\d, \\d{4}-\\d\\d-\\d\\d \\(UTC\\): harassment$`,
            ),
          ),
        },
      },
    ]);
    expect((await read()).hidden).toBe(true);
  });

  it('if the profile was deleted', async () => {
    const action = await hide();
    await owner.api.profiles.remove({ username });
    expect((await undo(action)).results).toMatchObject([
      { label: username, error: { reason: 'GONE' } },
    ]);
  });

  it('if there is no such action', async () => {
    const id = service().deps.random.id();
    expect(await outcome(undo(id))).toBe('NOT_FOUND ACTION_NOT_FOUND');
    expect(await outcome(staff.api.moderation.undo({ event: id }))).toBe(
      'NOT_FOUND ACTION_NOT_FOUND',
    );
  });
});

describe('undoing an act on a user', () => {
  it('is only for admins: for a moderator there is no such action', async () => {
    const boss = await admin(service());
    const { data } = await boss.api.moderation.users.changeRole({
      id: owner.id,
      from: 'user',
      to: 'moderator',
    });
    expect(await outcome(undo(data.action))).toBe('NOT_FOUND ACTION_NOT_FOUND');
    expect(
      (await boss.api.audit.list({ action: data.action })).data.events[0]?.canUndo,
    ).toBe(true);
    expect((await undo(data.action, boss)).results).toMatchObject([
      { id: owner.id, label: owner.email, outcome: 'done' },
    ]);
    expect(
      (await boss.api.moderation.users.inspect({ id: owner.id })).data.user.role,
    ).toBe('user');
  });

  it('ends a suspension without its sessions, and can begin it again with its end', async () => {
    const boss = await admin(service());
    const until = new Date(
      Date.parse(await service().clock.now()) + 86_400_000,
    ).toISOString();
    const { data } = await boss.api.moderation.users.suspend({
      id: owner.id,
      reason: 'spam',
      note: 'Stop',
      until,
    });
    const { action } = await undo(data.action, boss);
    expect(
      (await boss.api.moderation.users.inspect({ id: owner.id })).data.user.suspension,
    ).toBeNull();
    expect(await outcome(owner.api.users.me())).toBe('UNAUTHORIZED TOKEN_INVALID');
    await undo(action ?? '', boss);
    expect(
      (await boss.api.moderation.users.inspect({ id: owner.id })).data.user.suspension,
    ).toMatchObject({
      until,
      reason: 'spam',
      note: 'Stop',
    });
  });

  it('is refused for sessions, which stay ended', async () => {
    const boss = await admin(service());
    const { data } = await boss.api.moderation.users.endSessions({ id: owner.id });
    expect((await undo(data.action ?? '', boss)).results).toMatchObject([
      { error: { reason: 'NOT_UNDOABLE' } },
    ]);
  });
});
