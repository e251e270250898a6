import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { describe, expect, it } from 'vitest';
import { endingsOf, errorOf, outcome } from '../../testing/outcome.ts';
import {
  admin,
  moderator,
  type Person,
  signIn,
  suspend,
  leave,
} from '../../testing/people.ts';
import { eventsOf } from '../../testing/rows.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();

/** The only two admins. */
async function twoAdmins(): Promise<[Person, Person]> {
  await statements(service().orm.em.fork())
    .updateTable('users')
    .set({ role: 'user' })
    .execute();
  return [await admin(service()), await admin(service())];
}

async function adminsLeft(): Promise<string[]> {
  const rows = await statements(service().orm.em.fork())
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('suspendedAt', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

const demote = (by: Person, whom: Person) =>
  by.api.moderation.users.changeRole({ id: whom.id, from: 'admin', to: 'user' });

describe('a role', () => {
  it('works from the next request on, and the change is recorded', async () => {
    const { api, id: actorId } = await admin(service());
    const bob = await signIn(service());
    const { data } = await api.moderation.users.changeRole({
      id: bob.id,
      from: 'user',
      to: 'moderator',
      note: 'Helps on weekends.',
    });
    expect(data.user).toMatchObject({ id: bob.id, role: 'moderator' });
    expect((await bob.api.users.me()).data.role).toBe('moderator');
    expect(await eventsOf(service(), bob.id)).toMatchObject([
      {
        actionId: data.action,
        type: 'user.role_changed',
        actorId,
        before: { role: 'user' },
        after: { role: 'moderator' },
        note: null,
        privateNote: 'Helps on weekends.',
        ip: '127.0.0.1',
      },
    ]);
  });

  it('is not changed if the admin saw another role; the error names who changed it and when', async () => {
    await service().clock.set('2027-01-01T12:03:00Z');
    const [ann, bob] = [await admin(service()), await admin(service())];
    const { id } = await signIn(service());
    await ann.api.moderation.users.changeRole({ id, from: 'user', to: 'moderator' });
    const error = await errorOf(
      bob.api.moderation.users.changeRole({ id, from: 'user', to: 'admin' }),
    );
    expect(error).toMatchObject({ code: 'CONFLICT', reason: 'CHANGED_MEANWHILE' });
    expect(error.message).toBe(
      `${ann.email} changed the role at 12:03, 2027-01-01 (UTC); it is moderator now.`,
    );
    expect(await eventsOf(service(), id)).toHaveLength(1);
  });

  it('that was changed directly in the database is reported without a name', async () => {
    const { api } = await admin(service());
    const { id } = await moderator(service());
    const error = await errorOf(
      api.moderation.users.changeRole({ id, from: 'user', to: 'admin' }),
    );
    expect(error.message).toBe('The role is moderator now.');
  });

  it('must be another one, and the user must exist', async () => {
    const { api } = await admin(service());
    const { id } = await signIn(service());
    const same = api.moderation.users.changeRole({ id, from: 'user', to: 'user' });
    expect(await outcome(same)).toBe('BAD_REQUEST INPUT_INVALID');
    const gone = api.moderation.users.changeRole({
      id: '01234567-89ab-7def-8123-456789abcdef',
      from: 'user',
      to: 'admin',
    });
    expect(await outcome(gone)).toBe('NOT_FOUND USER_NOT_FOUND');
  });
});

describe('the last admin', () => {
  it('keeps the role for any caller, and nothing is recorded', async () => {
    const [ann, bob] = await twoAdmins();
    expect(await outcome(demote(ann, bob))).toBe('done');
    expect(await outcome(demote(ann, ann))).toBe('CONFLICT LAST_ADMIN');
    expect(await adminsLeft()).toEqual([ann.id]);
    expect(await eventsOf(service(), ann.id)).toEqual([]);
  });

  it('is not suspended', async () => {
    const [ann, bob] = await twoAdmins();
    await suspend(service(), bob);
    const call = ann.api.moderation.users.suspend({ id: ann.id, reason: 'spam' });
    expect(await outcome(call)).toBe('CONFLICT LAST_ADMIN');
    expect(await outcome(demote(ann, ann))).toBe('CONFLICT LAST_ADMIN');
  });

  /** The person erases their own account, with empty `ADMIN_EMAILS`. */
  const erase = (person: Person) =>
    leave(service().with({ settings: { adminEmails: new Set() } }), person);

  it('can’t erase their account, unless ADMIN_EMAILS has an address', async () => {
    const [ann, bob] = await twoAdmins();
    expect(await outcome(erase(bob))).toBe('done');
    expect(await outcome(erase(ann))).toBe('CONFLICT LAST_ADMIN');
    expect(await outcome(ann.api.users.me())).toBe('done');
    expect(await outcome(leave(service(), ann))).toBe('done');
  });

  it('is left, when thirty admins erase, demote and suspend themselves at once', async () => {
    const people: Person[] = await twoAdmins();
    while (people.length < 30) people.push(await admin(service()));
    const ways = [
      erase,
      async (person: Person) => demote(person, person),
      async ({ id, api }: Person) => api.moderation.users.suspend({ id, reason: 'spam' }),
    ];
    const results = await raceTogether(30, async (index): Promise<unknown> => {
      const person = people[index];
      return person && ways[index % ways.length]?.(person);
    });
    expect(endingsOf(results)).toEqual({ done: 29, 'CONFLICT LAST_ADMIN': 1 });
    expect(await adminsLeft()).toHaveLength(1);
  });

  it('may go when another remains', async () => {
    const [ann, bob] = await twoAdmins();
    expect(await outcome(demote(ann, ann))).toBe('done');
    expect(await adminsLeft()).toEqual([bob.id]);
  });

  it('is left, when admins suspend and demote each other at once', async () => {
    const [ann, bob] = await twoAdmins();
    await raceTogether(30, async (index) => {
      const [by, whom] = index % 2 === 0 ? [ann, bob] : [bob, ann];
      return index % 3 === 0
        ? by.api.moderation.users.suspend({ id: whom.id, reason: 'spam' })
        : demote(by, whom);
    });
    expect(await adminsLeft()).toHaveLength(1);
  });
});

describe('an address in ADMIN_EMAILS', () => {
  it('counts as an admin once somebody has signed in with it, and until they are suspended', async () => {
    const [ann, bob] = await twoAdmins();
    await demote(ann, bob);
    expect(await outcome(demote(ann, ann))).toBe('CONFLICT LAST_ADMIN');
    const configured = await signIn(service(), 'Admin@example.com');
    await suspend(service(), configured);
    expect(await outcome(demote(ann, ann))).toBe('CONFLICT LAST_ADMIN');
    await ann.api.moderation.users.unsuspend({ id: configured.id });
    expect(await outcome(demote(ann, ann))).toBe('done');
  });

  it('is an admin with any stored role, and the row keeps its role', async () => {
    const configured = await signIn(service(), 'admin@example.com');
    const { data } = await configured.api.moderation.users.inspect({ id: configured.id });
    expect(data.user).toMatchObject({ role: 'user', isConfiguredAdmin: true });
    await configured.api.moderation.users.changeRole({
      id: configured.id,
      from: 'user',
      to: 'moderator',
    });
    expect((await configured.api.users.me()).data.role).toBe('admin');
  });
});
