import { beforeEach, describe, expect, it } from 'vitest';
import { moveAccount } from '../testing/moves.ts';
import { errorOf, outcome } from '../testing/outcome.ts';
import {
  admin,
  somebody,
  moderator,
  type Person,
  signIn,
  suspend,
} from '../testing/people.ts';
import { eventsOf } from '../testing/rows.ts';
import { type Caller, useService } from '../testing/use-service.ts';
import { doPiece } from './acts/do-piece.ts';

const emails = ['admin@example.com', 'other.admin@example.com'];
const service = useService({ settings: { adminEmails: new Set(emails) } });
const refused = 'FORBIDDEN CONFIGURED_ADMIN';

/** Two admins in `ADMIN_EMAILS`, and one admin by role. */
let listed: Person;
let colleague: Person;
let appointed: Person;

beforeEach(async () => {
  listed = await signIn(service(), 'Admin@example.com');
  colleague = await signIn(service(), emails[1]);
  appointed = await admin(service());
});

const roleOf = async ({ api }: Person, { id }: Person) =>
  (await api.moderation.users.inspect({ id })).data.user.role;

/** All acts of admins on a user. */
const acts = {
  suspending: async ({ api }: Person, { id }: Person) =>
    api.moderation.users.suspend({ id, reason: 'spam' }),
  'changing the role of': async (by: Person, whom: Person) => {
    const from = await roleOf(by, whom);
    const to = from === 'user' ? 'moderator' : 'user';
    return by.api.moderation.users.changeRole({ id: whom.id, from, to });
  },
  'ending a session of': async ({ api }: Person, { id }: Person) => {
    const { sessions } = (await api.moderation.users.inspect({ id })).data;
    const session = sessions[0]?.id ?? '';
    return api.moderation.users.endSession({ id, session });
  },
  'ending all sessions of': async ({ api }: Person, { id }: Person) =>
    api.moderation.users.endSessions({ id }),
};

describe.each(Object.entries(acts))('%s an admin of ADMIN_EMAILS', (what, act) => {
  it('is refused to an admin by role, and changes nothing', async () => {
    const before = (await eventsOf(service(), listed.id)).length;
    expect(await outcome(act(appointed, listed))).toBe(refused);
    expect((await errorOf(act(appointed, listed))).message).toContain('ADMIN_EMAILS');
    expect((await listed.api.users.me()).data.role).toBe('admin');
    expect(await eventsOf(service(), listed.id)).toHaveLength(before);
  });

  it('is for another of that list, and themself', async () => {
    for (const whom of [listed, colleague]) {
      expect(await outcome(act(colleague, whom))).toBe('done');
      if (what === 'suspending')
        await appointed.api.moderation.users.unsuspend({ id: whom.id });
    }
  });
});

describe('an admin of ADMIN_EMAILS', () => {
  it('can’t be acted on, even after changes meanwhile', async () => {
    const call = { id: listed.id, from: 'admin', to: 'user' } as const;
    expect(await outcome(appointed.api.moderation.users.changeRole(call))).toBe(refused);
    await suspend(service(), listed);
    expect(await outcome(acts.suspending(appointed, listed))).toBe(refused);
    await appointed.api.moderation.users.unsuspend({ id: listed.id });
  });

  it('keeps an address, unless another of that list takes it back with a code', async () => {
    const ann = await somebody(service());
    const { email } = await moveAccount(service(), ann);
    const { moves } = (await appointed.api.moderation.users.inspect({ id: ann.id })).data;
    const named = { id: ann.id, move: moves[0]?.id ?? '' };
    const endedBy = ({ token }: Person, configured: string) => {
      const adminEmails = new Set([...emails, configured]);
      const { users } = service()
        .with({ settings: { adminEmails } })
        .as(token).moderation;
      return outcome(users.endMove(named));
    };
    expect(await endedBy(appointed, email)).toBe(refused);
    expect(await endedBy(colleague, email)).toBe('FORBIDDEN CODE_REQUIRED');
    expect(await endedBy(appointed, ann.email)).toBe('FORBIDDEN CODE_REQUIRED');
    expect(await outcome(appointed.api.moderation.users.endMove(named))).toBe('done');
  });

  it('is marked for others as protected', async () => {
    const seenBy = async ({ api }: Person, { id }: Person) => {
      const { user } = (await api.moderation.users.inspect({ id })).data;
      const { users } = (await api.moderation.users.search({ text: user.email })).data;
      expect(users.find((one) => one.id === id)?.canBeActedOn).toBe(user.canBeActedOn);
      return user.canBeActedOn;
    };
    expect(await seenBy(appointed, listed)).toBe(false);
    expect(await seenBy(colleague, listed)).toBe(true);
    expect(await seenBy(appointed, appointed)).toBe(true);
  });

  it('who was suspended before joining the list can be unsuspended by any admin', async () => {
    await suspend(service(), listed);
    const free = appointed.api.moderation.users.unsuspend({ id: listed.id });
    expect(await outcome(free)).toBe('done');
  });

  it('is not changed by an undo of an admin by role', async () => {
    const { data: role } = await acts['changing the role of'](colleague, listed);
    const { data: suspension } = await acts.suspending(colleague, listed);
    const undo = async ({ api }: Person, action: string) => {
      const { results } = (await api.moderation.undo({ action })).data;
      return results.map((result) =>
        result.outcome === 'done' ? 'done' : result.error.reason,
      );
    };
    expect(await undo(appointed, suspension.action)).toEqual(['done']);
    const ended = (await appointed.api.audit.list({ userId: listed.id })).data.events[0];
    expect(await undo(appointed, ended?.action ?? '')).toEqual(['CONFIGURED_ADMIN']);
    expect(role.user.suspension).toBeNull();
    expect(await roleOf(appointed, listed)).toBe(role.user.role);
    expect(await undo(colleague, ended?.action ?? '')).toEqual(['done']);
    await colleague.api.moderation.users.unsuspend({ id: listed.id });
  });
});

describe('profiles of an admin of ADMIN_EMAILS', () => {
  let staff: Person;
  let names: string[];
  let others: string;
  let made = 0;

  beforeEach(async () => {
    staff = await moderator(service());
    made += 1;
    names = [`listed-${made}-a`, `listed-${made}-b`];
    others = `others-${made}`;
    for (const username of names)
      await listed.api.profiles.create({ username, referral: '' });
    await appointed.api.profiles.create({ username: others, referral: '' });
  });

  const seen = async (usernames: string[]) => {
    const found = await Promise.all(
      usernames.map((username) =>
        colleague.api.moderation.profiles.inspect({ username }),
      ),
    );
    return found.map(({ data: { profile } }) => ({
      id: profile.id,
      revision: profile.revision,
    }));
  };

  const isHidden = async (username: string) =>
    (await colleague.api.profiles.read({ username })).data.profile.hidden;

  const outcomesOf = ({
    data,
  }: Awaited<ReturnType<Person['api']['moderation']['profiles']['hideMany']>>) =>
    data.results.map((result) =>
      result.outcome === 'done' ? 'done' : result.error.reason,
    );

  it('can’t be hidden all at once by somebody not on the list', async () => {
    const hide = ({ api }: Person) =>
      api.moderation.profiles.hideAllOf({ ownerId: listed.id, reason: 'spam' });
    for (const person of [staff, appointed])
      expect(await outcome(hide(person))).toBe(refused);
    expect(await isHidden(names[0] ?? '')).toBe(false);
    expect((await hide(colleague)).data.hidden).toBe(2 * made);
    expect(
      await outcome(staff.api.moderation.profiles.restore({ username: names[0] ?? '' })),
    ).toBe('done');
  });

  it('are left out when many are hidden or restored, each with the reason', async () => {
    const { profiles } = staff.api.moderation;
    const all = [...names, others];
    const hidden = await profiles.hideMany({ profiles: await seen(all), reason: 'spam' });
    expect(outcomesOf(hidden)).toEqual(['CONFIGURED_ADMIN', 'CONFIGURED_ADMIN', 'done']);
    await colleague.api.moderation.profiles.hideMany({
      profiles: await seen(names),
      reason: 'spam',
    });
    const restored = await profiles.restoreMany({ profiles: await seen(all) });
    expect(outcomesOf(restored)).toEqual([
      'CONFIGURED_ADMIN',
      'CONFIGURED_ADMIN',
      'done',
    ]);
    expect(await isHidden(names[0] ?? '')).toBe(true);
  });

  it('can be hidden one at a time, and restored the same way', async () => {
    const [name = ''] = names;
    const { profiles } = staff.api.moderation;
    const one = await profiles.hideMany({ profiles: await seen([name]), reason: 'spam' });
    expect(outcomesOf(one)).toEqual(['done']);
    const undone = await staff.api.moderation.undo({ action: one.data.action ?? '' });
    expect(outcomesOf(undone)).toEqual(['done']);
    expect(await outcome(profiles.hide({ username: name, reason: 'spam' }))).toBe('done');
  });

  it('are left out of an undo of many by somebody not on the list', async () => {
    const { data } = await colleague.api.moderation.profiles.hideMany({
      profiles: await seen([...names, others]),
      reason: 'spam',
    });
    const action = data.action ?? '';
    expect(outcomesOf(await staff.api.moderation.undo({ action }))).toEqual([
      'CONFIGURED_ADMIN',
      'CONFIGURED_ADMIN',
      'done',
    ]);
    expect(await isHidden(names[0] ?? '')).toBe(true);
    expect(await isHidden(others)).toBe(false);
  });
});

describe('an act on a search, also of an admin of that list', () => {
  let made = 0;

  beforeEach(async () => {
    made += 1;
    for (const letter of ['a', 'b'])
      await listed.api.profiles.create({
        username: `found-${made}-${letter}`,
        referral: '',
      });
  });

  type Found = Omit<Parameters<Caller['moderation']['acts']['preview']>[0], 'kind'>;

  const preview = async (api: Caller, found: Found) =>
    (await api.moderation.acts.preview({ kind: 'hide', ...found })).data;

  it('finds no admin of ADMIN_EMAILS to hide, by cards, by users or as a wave', async () => {
    const ways: Found[] = [
      { profiles: { text: `found-${made}` } },
      { users: { text: listed.email } },
      { wave: { by: 'owner', value: listed.id } },
    ];
    for (const found of ways) {
      const { cards, left } = await preview(colleague.api, found);
      expect(cards).toBe(0);
      expect(left.map(({ reason }) => reason)).toContain('CONFIGURED_ADMIN');
    }
  });

  it('neither hides nor suspends who joined the list after the preview', async () => {
    const before = service().with({
      settings: { adminEmails: new Set(emails.slice(1)) },
    });
    const earlier = before.as(colleague.token);
    const { id } = await preview(earlier, { profiles: { text: `found-${made}` } });
    await earlier.moderation.acts.start({ id, reason: 'spam', suspendOwners: true });
    while (await doPiece(service().deps, id));
    const { act, left } = (await colleague.api.moderation.acts.inspect({ id })).data;
    expect(act).toMatchObject({ state: 'done', total: 3, passed: 3 });
    const reasons = new Set(left.map(({ reason }) => reason));
    expect([left.length, ...reasons]).toEqual([3, 'CONFIGURED_ADMIN']);
    expect((await listed.api.users.me()).data.role).toBe('admin');
  });
});
