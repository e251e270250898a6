import { statements, User } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../jobs/sweep.ts';
import { changeRole } from '../moderation/users/change-role.ts';
import { endingsOf, outcome } from '../testing/outcome.ts';
import {
  admin,
  codedCalls,
  finishErasing,
  moderator,
  type Person,
  program,
  signIn,
  leave,
} from '../testing/people.ts';
import { rowsOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';
import { operator } from './caller.ts';

const service = useService();
const refused = 'UNAUTHORIZED TOKEN_INVALID';
let root: Person;
let boss: Person;
let names = 0;

beforeEach(async () => {
  root = await signIn(service(), 'admin@example.com');
  boss = await admin(service());
});

/** Somebody's profile. */
async function profileOf(owner: Person): Promise<string> {
  const username = `kept-${(names += 1)}`;
  await owner.api.profiles.create({ username, referral: '' });
  return username;
}

describe('a key whose maker', () => {
  it.each<[string, (maker: Person) => Promise<unknown>, state?: 'ended']>([
    [
      'lost the role',
      ({ id }) =>
        root.api.moderation.users.changeRole({ id, from: 'admin', to: 'moderator' }),
      'ended',
    ],
    [
      'was suspended',
      ({ id }) => root.api.moderation.users.suspend({ id, reason: 'spam' }),
      'ended',
    ],
    // The key is deleted with its maker.
    ['was erased', ({ id }) => root.api.moderation.users.erase({ id, reason: 'other' })],
    ['erased themselves', (person) => leave(service(), person)],
  ])('%s is refused at once', async (_, lose, state) => {
    const { api, id } = await program(service(), boss, 'profiles:read');
    expect(await outcome(api.profiles.list({}))).toBe('done');
    await lose(boss);
    expect(await outcome(api.profiles.list({}))).toBe(refused);
    await finishErasing(service());
    expect(await outcome(api.profiles.list({}))).toBe(refused);
    const { keys } = (await root.api.moderation.keys.list()).data;
    expect(keys.find((key) => key.id === id)?.state).toBe(state);
  });

  it.each<[string, (maker: Person) => Promise<void>]>([
    [
      'is given the role again',
      async ({ id }) => {
        const { users } = root.api.moderation;
        await users.changeRole({ id, from: 'admin', to: 'user' });
        await users.changeRole({ id, from: 'user', to: 'admin' });
      },
    ],
    [
      'is suspended no longer',
      async ({ id }) => {
        await root.api.moderation.users.suspend({ id, reason: 'spam' });
        await root.api.moderation.users.unsuspend({ id });
      },
    ],
    [
      'was suspended for a while',
      async ({ id }) => {
        await root.api.moderation.users.suspend({ id, reason: 'spam', days: 1 });
        await service().clock.advance('25 hours');
      },
    ],
    [
      'was suspended, which was undone',
      async ({ id }) => {
        const { data } = await root.api.moderation.users.suspend({ id, reason: 'spam' });
        const undone = await root.api.moderation.undo({ action: data.action });
        expect(undone.data.results).toMatchObject([{ outcome: 'done' }]);
      },
    ],
    [
      'lost the role by the command line',
      async ({ id }) => {
        await changeRole(service().deps, operator, {
          id,
          from: 'admin',
          to: 'moderator',
        });
        await changeRole(service().deps, operator, {
          id,
          from: 'moderator',
          to: 'admin',
        });
      },
    ],
  ])('%s stops working for good', async (_, loseAndReturn) => {
    const { token, id } = await program(service(), boss, 'profiles:read');
    const others = await program(service(), root, 'profiles:read');
    await loseAndReturn(boss);
    expect(await outcome(service().as(token).profiles.list({}))).toBe(refused);
    expect(await outcome(others.api.profiles.list({}))).toBe('done');
    root = await signIn(service(), 'admin@example.com');
    const { keys } = (await root.api.moderation.keys.list()).data;
    expect(keys.find((key) => key.id === id)).toMatchObject({ state: 'ended' });
  });

  it('loses the role while making 30 keys does not work, even after the role is back', async () => {
    const { id } = boss;
    const { users, keys } = root.api.moderation;
    const coded = await codedCalls(service(), boss, 30, (api, code) =>
      api.moderation.keys.create({ name: 'A program', scopes: ['profiles:read'], code }),
    );
    const losing = users.changeRole({ id, from: 'admin', to: 'user' });
    const made = await Promise.allSettled(coded.map((call) => call()));
    await losing;
    await users.changeRole({ id, from: 'user', to: 'admin' });
    const own = (await keys.list()).data.keys.filter(({ maker }) => maker?.id === id);
    expect(own).toHaveLength(made.filter(({ status }) => status === 'fulfilled').length);
    expect(own.filter(({ state }) => state === 'serving')).toEqual([]);
  });

  it('stays an admin by ADMIN_EMAILS keeps working with any stored role', async () => {
    const { api } = await program(service(), root, 'profiles:read');
    const { role } = await service().orm.em.fork().findOneOrFail(User, root.id);
    await changeRole(service().deps, operator, {
      id: root.id,
      from: role,
      to: 'moderator',
    });
    expect(await outcome(api.profiles.list({}))).toBe('done');
  });

  it('has left ADMIN_EMAILS is refused by instances with the new setting', async () => {
    const { token } = await program(service(), root, 'profiles:read');
    const elsewhere = service().with({ settings: { adminEmails: new Set() } });
    expect(await outcome(elsewhere.as(token).profiles.list({}))).toBe(refused);
    expect(await outcome(service().as(token).profiles.list({}))).toBe('done');
  });
});

describe('a key to read profiles', () => {
  it('sees the same as a user who is not a moderator', async () => {
    const owner = await signIn(service());
    const [shown, hidden] = [await profileOf(owner), await profileOf(owner)];
    await boss.api.moderation.profiles.hide({ username: hidden, reason: 'spam' });
    const { api } = await program(service(), boss, 'profiles:read');
    expect(await outcome(api.profiles.read({ username: shown }))).toBe('done');
    expect(await outcome(api.profiles.read({ username: hidden }))).toBe(
      'NOT_FOUND PROFILE_NOT_FOUND',
    );
    const walked = await api.profiles.walk({});
    const found = walked.data.profiles.map(({ username }) => username);
    expect(found).toContain(shown);
    expect(found).not.toContain(hidden);
  });
});

describe('a key to read users', () => {
  it('learns of suspensions, roles and erasures at once, but no address', async () => {
    const { api } = await program(service(), boss, 'users:read');
    const bob = await signIn(service());
    await bob.api.users.updateMe({ username: 'bob-of-keys', walletAddress: '0xabc' });
    const read = async () => (await api.users.read({ id: bob.id })).data.user;
    expect(await read()).toEqual({
      id: bob.id,
      username: 'bob-of-keys',
      role: 'user',
      isSuspended: false,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    await boss.api.moderation.users.suspend({ id: bob.id, reason: 'spam' });
    expect(await read()).toMatchObject({ isSuspended: true });
    await boss.api.moderation.users.erase({ id: bob.id, reason: 'other' });
    expect(await outcome(api.users.read({ id: bob.id }))).toBe(
      'NOT_FOUND USER_NOT_FOUND',
    );
    expect((await api.users.read({ id: root.id })).data.user.role).toBe('admin');
  });
});

describe('a key to moderate', () => {
  it('is named in the history, and its acts can be undone by it or others', async () => {
    const { id, api } = await program(service(), boss, 'moderation');
    const username = await profileOf(await signIn(service()));
    await api.moderation.profiles.hide({ username, reason: 'spam' });
    const [event] = (await boss.api.audit.list({ username })).data.events;
    expect(event).toMatchObject({ actorKind: 'key', actor: null, actorKey: 'A program' });
    const { data } = await api.moderation.undo({ action: event?.action ?? '' });
    expect(data.results).toMatchObject([{ outcome: 'done' }]);
    const again = await boss.api.moderation.undo({ action: event?.action ?? '' });
    expect(again.data.results).toMatchObject([
      { error: { message: expect.stringContaining('The key “A program” restored it') } },
    ]);
    const { csv } = (await boss.api.audit.exportCsv({ username })).data;
    expect(csv).toContain('profile.hidden,A program,');
    expect((await rowsOf(service(), 'moderation_actions')).join('\n')).toContain(id);
  });

  it('does not see or undo acts on users', async () => {
    const { api } = await program(service(), boss, 'moderation', 'users:write');
    const bob = await signIn(service());
    const { data } = await boss.api.moderation.users.suspend({
      id: bob.id,
      reason: 'spam',
    });
    expect((await api.audit.list({ userId: bob.id })).data.events).toEqual([]);
    expect(await outcome(api.moderation.undo({ action: data.action }))).toBe(
      'NOT_FOUND ACTION_NOT_FOUND',
    );
  });

  it('can’t act on profiles of admins in ADMIN_EMAILS', async () => {
    const { api } = await program(service(), boss, 'moderation');
    const username = await profileOf(root);
    expect(
      await outcome(api.moderation.profiles.hide({ username, reason: 'spam' })),
    ).toBe('FORBIDDEN CONFIGURED_ADMIN');
    await boss.api.moderation.profiles.hide({ username, reason: 'spam' });
    expect(await outcome(api.moderation.profiles.restore({ username }))).toBe(
      'FORBIDDEN CONFIGURED_ADMIN',
    );
    const [event] = (await boss.api.audit.list({ username })).data.events;
    const undone = await api.moderation.undo({ action: event?.action ?? '' });
    expect(undone.data.results).toMatchObject([
      { error: { reason: 'CONFIGURED_ADMIN' } },
    ]);
  });

  it('does nothing after its end was answered, even if many calls run then', async () => {
    const { id, api } = await program(service(), boss, 'moderation');
    const owner = await signIn(service());
    const usernames = await Promise.all(
      Array.from({ length: 30 }, () => profileOf(owner)),
    );
    const ending = boss.api.moderation.keys.end({ id });
    const race = await raceTogether(30, async (index) =>
      api.moderation.profiles.hide({ username: usernames[index] ?? '', reason: 'spam' }),
    );
    await ending;
    const { done = 0, [refused]: late = 0 } = endingsOf(race);
    expect(done + late).toBe(30);
    const actions = await statements(service().orm.em.fork())
      .selectFrom('moderation_actions')
      .select(['type', 'position'])
      .where('actorId', 'in', [id, boss.id])
      .orderBy('position')
      .execute();
    expect(actions.filter(({ type }) => type === 'profile.hidden')).toHaveLength(done);
    expect(actions.at(-1)?.type).toBe('key.ended');
    const after = await outcome(
      api.moderation.profiles.hide({ username: usernames[0] ?? '', reason: 'spam' }),
    );
    expect(after).toBe(refused);
  });
});

describe('a key to write users', () => {
  it('suspends, ends suspensions and signs out, and does not touch admins of ADMIN_EMAILS', async () => {
    const { api } = await program(service(), boss, 'users:write');
    const bob = await signIn(service());
    expect(await outcome(api.moderation.users.endSessions({ id: bob.id }))).toBe('done');
    expect(await outcome(bob.api.users.me())).toBe(refused);
    expect(
      await outcome(api.moderation.users.suspend({ id: bob.id, reason: 'spam' })),
    ).toBe('done');
    expect(await outcome(api.moderation.users.unsuspend({ id: bob.id }))).toBe('done');
    const { users } = api.moderation;
    expect([
      await outcome(users.endSessions({ id: root.id })),
      await outcome(users.suspend({ id: root.id, reason: 'spam' })),
      await outcome(users.unsuspend({ id: root.id })),
    ]).toEqual(Array.from({ length: 3 }, () => 'FORBIDDEN CONFIGURED_ADMIN'));
  });

  it('gives no role back by the end of a suspension', async () => {
    const { users } = (await program(service(), boss, 'users:write')).api.moderation;
    const staff = await moderator(service());
    await boss.api.moderation.users.suspend({ id: staff.id, reason: 'spam' });
    expect(await outcome(users.unsuspend({ id: staff.id }))).toBe(
      'FORBIDDEN SCOPE_MISSING',
    );
  });

  it('shuts no admin out, not even the one who created it', async () => {
    const { users } = (await program(service(), boss, 'users:write')).api.moderation;
    for (const { id } of [await admin(service()), boss]) {
      const calls = [users.suspend({ id, reason: 'spam' }), users.endSessions({ id })];
      const refusals = await Promise.all(calls.map(outcome));
      expect(refusals).toEqual(['FORBIDDEN SCOPE_MISSING', 'FORBIDDEN SCOPE_MISSING']);
    }
  });
});

describe('an ended key', () => {
  it('is kept as long as the history', async () => {
    const { id } = await program(service(), boss, 'moderation');
    await boss.api.moderation.keys.end({ id });
    const isKept = async () =>
      (await rowsOf(service(), 'service_keys')).join().includes(id);
    const sweepWith = ({ auditMonths }: { auditMonths: number }) =>
      sweep({ orm: service().orm, settings: { sessionDays: 30, auditMonths } });
    await service().clock.advance('2 months');
    await sweepWith({ auditMonths: 3 });
    expect(await isKept()).toBe(true);
    await sweepWith({ auditMonths: 1 });
    expect(await isKept()).toBe(false);
  });
});

describe('a token that looks like a key', () => {
  it.each(['nk_', 'nk_short', `nk_${'A'.repeat(43)}`, `nk_${'A'.repeat(44)}`])(
    'but is not one is refused: %s',
    async (token) => {
      expect(await outcome(service().as(token).profiles.list({}))).toBe(refused);
      expect(await outcome(service().as(token).users.me())).toBe(refused);
    },
  );
});
