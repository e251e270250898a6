import { beforeEach, describe, expect, it } from 'vitest';
import { outcome } from '../../testing/outcome.ts';
import {
  admin,
  somebody,
  moderator,
  type Person,
  program,
} from '../../testing/people.ts';
import { type Caller, useService } from '../../testing/use-service.ts';

const service = useService();
const refused = 'FORBIDDEN OWN_PROFILE';

/** An admin with a profile and a service key, and other people. */
let boss: Person;
let key: Caller;
let colleague: Person;
let owner: Person;
let own: string;
let other: string;
let made = 0;

beforeEach(async () => {
  boss = await admin(service());
  key = (await program(service(), boss, 'moderation')).api;
  colleague = await moderator(service());
  owner = await somebody(service());
  made += 1;
  [own, other] = [`own-${made}`, `other-${made}`];
  await boss.api.profiles.create({ username: own, referral: '' });
  await owner.api.profiles.create({ username: other, referral: '' });
});

const callers = () => [boss.api, key];

const inspect = async (username: string) =>
  (await colleague.api.moderation.profiles.inspect({ username })).data.profile;

const seen = async () => {
  const profiles = [await inspect(own), await inspect(other)];
  return profiles.map(({ id, revision }) => ({ id, revision }));
};

const hiddenOf = async () => [(await inspect(own)).hidden, (await inspect(other)).hidden];

const outcomesOf = ({
  data,
}: Awaited<ReturnType<Caller['moderation']['profiles']['hideMany']>>) =>
  data.results.map((result) =>
    result.outcome === 'done' ? 'done' : result.error.reason,
  );

const newest = async (username: string) =>
  (await colleague.api.audit.list({ username, limit: 1 })).data.events[0]?.action ?? '';

describe('nobody moderates their own profile, even by a service key', () => {
  it('hiding it', async () => {
    for (const api of callers()) {
      const hide = api.moderation.profiles.hide({ username: own, reason: 'spam' });
      expect(await outcome(hide)).toBe(refused);
      const all = api.moderation.profiles.hideAllOf({ ownerId: boss.id, reason: 'spam' });
      expect(await outcome(all)).toBe(refused);
    }
    expect(await hiddenOf()).toEqual([false, false]);
  });

  it('restoring it', async () => {
    await colleague.api.moderation.profiles.hide({ username: own, reason: 'spam' });
    for (const api of callers()) {
      expect(await outcome(api.moderation.profiles.restore({ username: own }))).toBe(
        refused,
      );
    }
    expect(await hiddenOf()).toEqual([true, false]);
    expect(
      await outcome(colleague.api.moderation.profiles.restore({ username: own })),
    ).toBe('done');
  });

  it('among others, which are still hidden and restored', async () => {
    const { profiles } = boss.api.moderation;
    const both = ['OWN_PROFILE', 'done'];
    const hidden = await profiles.hideMany({ profiles: await seen(), reason: 'spam' });
    expect(outcomesOf(hidden)).toEqual(both);
    await colleague.api.moderation.profiles.hide({ username: own, reason: 'spam' });
    const restored = await key.moderation.profiles.restoreMany({
      profiles: await seen(),
    });
    expect(outcomesOf(restored)).toEqual(both);
    expect(await hiddenOf()).toEqual([true, false]);
  });

  it('undoing an act on it, alone or among others, which are undone', async () => {
    const { profiles } = colleague.api.moderation;
    const { data } = await profiles.hideMany({ profiles: await seen(), reason: 'spam' });
    const action = data.action ?? '';
    const { events } = (await boss.api.audit.list({ action, username: own })).data;
    const single = await boss.api.moderation.undo({ event: events[0]?.id ?? '' });
    expect(outcomesOf(single)).toEqual(['OWN_PROFILE']);
    expect(outcomesOf(await key.moderation.undo({ action }))).toEqual([
      'OWN_PROFILE',
      'done',
    ]);
    expect(outcomesOf(await boss.api.moderation.undo({ action }))).toEqual([
      'OWN_PROFILE',
      'UNDONE',
    ]);
    expect(await hiddenOf()).toEqual([true, false]);
  });

  it('undoing an undo of it', async () => {
    await colleague.api.moderation.profiles.hide({ username: own, reason: 'spam' });
    const undone = await colleague.api.moderation.undo({ action: await newest(own) });
    const action = undone.data.action ?? '';
    for (const api of callers()) {
      expect(outcomesOf(await api.moderation.undo({ action }))).toEqual(['OWN_PROFILE']);
    }
    expect(outcomesOf(await colleague.api.moderation.undo({ action }))).toEqual(['done']);
  });

  it('and gets no offer of an undo', async () => {
    const { data } = await colleague.api.moderation.profiles.hideMany({
      profiles: await seen(),
      reason: 'spam',
    });
    const action = data.action ?? '';
    const offered = async (api: Caller) => {
      const { events } = (await api.audit.list({ action })).data;
      const { actions } = (await api.audit.listActions({ action })).data;
      return {
        events: events.map(({ canUndo }) => canUndo),
        undoable: actions[0]?.undoable,
      };
    };
    for (const api of callers()) {
      expect(await offered(api)).toEqual({ events: [true, false], undoable: 1 });
    }
    expect(await offered(colleague.api)).toEqual({ events: [true, true], undoable: 2 });
  });
});
