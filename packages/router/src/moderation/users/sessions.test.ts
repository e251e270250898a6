import { raceTogether } from '@namecard/db/testing';
import { describe, expect, it } from 'vitest';
import { endingsOf, outcome } from '../../testing/outcome.ts';
import { admin, signIn } from '../../testing/people.ts';
import { eventsOf } from '../../testing/rows.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const ended = 'UNAUTHORIZED TOKEN_INVALID';
const nobody = '01234567-89ab-7def-8123-456789abcdef';

describe('a session of a user', () => {
  it('is listed with its device while it works', async () => {
    const { api } = await admin(service());
    const bob = await signIn(service());
    const { data } = await api.moderation.users.inspect({ id: bob.id });
    expect(data.sessions).toEqual([
      {
        id: expect.any(String),
        browser: 'an unknown browser',
        system: 'an unknown system',
        createdAt: expect.stringMatching(/Z$/),
        lastUsedAt: expect.stringMatching(/Z$/),
        endsAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect(data.user.lastSeenAt).toBe(data.sessions[0]?.lastUsedAt);
    await bob.api.auth.signOut();
    expect((await api.moderation.users.inspect({ id: bob.id })).data.sessions).toEqual(
      [],
    );
  });

  it('ends alone and at once, and this is recorded', async () => {
    const { api } = await admin(service());
    const bob = await signIn(service());
    await service().clock.advance('1 minute');
    const other = await signIn(service(), bob.email);
    const [, first] = (await api.moderation.users.inspect({ id: bob.id })).data.sessions;
    const session = first?.id ?? nobody;
    const { data } = await api.moderation.users.endSession({ id: bob.id, session });
    expect(await outcome(bob.api.users.me())).toBe(ended);
    expect(await outcome(other.api.users.me())).toBe('done');
    expect(await eventsOf(service(), bob.id)).toMatchObject([
      { actionId: data.action, type: 'session.revoked', before: { session }, after: {} },
    ]);
  });

  it('is ended once, of thirty at once', async () => {
    const { api } = await admin(service());
    const bob = await signIn(service());
    const [first] = (await api.moderation.users.inspect({ id: bob.id })).data.sessions;
    const results = await raceTogether(30, async () =>
      api.moderation.users.endSession({ id: bob.id, session: first?.id ?? nobody }),
    );
    expect(endingsOf(results)).toEqual({ done: 1, 'NOT_FOUND SESSION_NOT_FOUND': 29 });
    expect(await eventsOf(service(), bob.id)).toHaveLength(1);
  });

  it('can’t be ended with another user’s id', async () => {
    const { api } = await admin(service());
    const [bob, eve] = [await signIn(service()), await signIn(service())];
    const [first] = (await api.moderation.users.inspect({ id: bob.id })).data.sessions;
    const call = api.moderation.users.endSession({
      id: eve.id,
      session: first?.id ?? nobody,
    });
    expect(await outcome(call)).toBe('NOT_FOUND SESSION_NOT_FOUND');
    expect(await outcome(bob.api.users.me())).toBe('done');
  });
});

describe('all sessions of a user', () => {
  it('are ended at once, in one action that names them', async () => {
    const { api } = await admin(service());
    const bob = await signIn(service());
    const other = await signIn(service(), bob.email);
    const { sessions } = (await api.moderation.users.inspect({ id: bob.id })).data;
    const { data } = await api.moderation.users.endSessions({ id: bob.id });
    expect(await outcome(bob.api.users.me())).toBe(ended);
    expect(await outcome(other.api.users.me())).toBe(ended);
    const before = { sessions: expect.arrayContaining(sessions.map(({ id }) => id)) };
    expect(await eventsOf(service(), bob.id)).toMatchObject([
      { actionId: data.action, type: 'session.revoked', before, after: {} },
    ]);
  });

  it('cause no action if there are none', async () => {
    const { api } = await admin(service());
    const bob = await signIn(service());
    await bob.api.auth.signOut();
    expect(
      (await api.moderation.users.endSessions({ id: bob.id })).data.action,
    ).toBeNull();
    expect(await eventsOf(service(), bob.id)).toEqual([]);
  });

  it('of an unknown user are not found', async () => {
    const { api } = await admin(service());
    const calls = [
      api.moderation.users.endSessions({ id: nobody }),
      api.moderation.users.endSession({ id: nobody, session: nobody }),
      api.moderation.users.inspect({ id: nobody }),
      api.moderation.users.suspend({ id: nobody, reason: 'spam' }),
      api.moderation.users.unsuspend({ id: nobody }),
    ];
    const refused = 'NOT_FOUND USER_NOT_FOUND';
    expect(await Promise.all(calls.map(outcome))).toEqual(calls.map(() => refused));
  });
});
