import { statements } from '@namecard/db';
import { describe, expect, it } from 'vitest';
import { outcome } from '../testing/outcome.ts';
import { admin, moderator, type Person, signIn } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
const refused = 'UNAUTHORIZED TOKEN_INVALID';

async function lastUse({ id }: Person): Promise<string | undefined> {
  const row = await statements(service().orm.em.fork())
    .selectFrom('sessions')
    .select('lastUsedAt')
    .where('userId', '=', id)
    .executeTakeFirst();
  return row?.lastUsedAt;
}

const daysFrom = (instant: string, days: number) =>
  new Date(Date.parse(instant) + days * 86_400_000).toISOString();

describe('a session', () => {
  it('says when it ends: 30 days after its last use', async () => {
    const { api } = await signIn(service());
    const begun = await service().clock.now();
    const me = await api.users.me();
    expect(me.data.session.expiresAt).toBe(daysFrom(begun, 30));
  });

  it('lasts to the last microsecond of 30 days, and then again', async () => {
    const { api } = await signIn(service());
    for (const _ of [1, 2]) {
      await service().clock.advance('29 days 23:59:59.999999');
      expect(await outcome(api.users.me())).toBe('done');
    }
  });

  it('ends 30 days after its last use', async () => {
    const { api } = await signIn(service());
    await service().clock.advance('30 days');
    expect(await outcome(api.users.me())).toBe(refused);
  });

  it('ends after 180 days, even if it is used', async () => {
    const { api } = await signIn(service());
    const begun = await service().clock.now();
    for (const _ of [1, 2, 3, 4, 5, 6, 7, 8]) {
      await service().clock.advance('20 days');
      await api.users.me();
    }
    await service().clock.advance('19 days 23:59:59.999999');
    const me = await api.users.me();
    expect(me.data.session.expiresAt).toBe(daysFrom(begun, 180));
    await service().clock.advance('1 microsecond');
    expect(await outcome(api.users.me())).toBe(refused);
  });

  it('lasts as long as it is set to', async () => {
    const { token } = await signIn(service());
    await service().clock.advance('1 day');
    const brief = service().with({ settings: { sessionDays: 1 } });
    expect(await outcome(brief.as(token).users.me())).toBe(refused);
    expect(await outcome(service().as(token).users.me())).toBe('done');
  });

  it('writes its last use every 5 minutes at most', async () => {
    const person = await signIn(service());
    const begun = await lastUse(person);
    await service().clock.advance('5 minutes');
    await person.api.users.me();
    expect(await lastUse(person)).toBe(begun);
    await service().clock.advance('1 microsecond');
    await person.api.users.me();
    expect(await lastUse(person)).not.toBe(begun);
  });
});

describe('a moderator’s session', () => {
  const moderate = async ({ api }: Person) =>
    outcome(api.moderation.profiles.hide({ username: 'nobody', reason: 'spam' }));
  const allowed = 'NOT_FOUND PROFILE_NOT_FOUND';

  /** Uses the session every half hour, like a person at work. */
  async function workFor(hours: number, { api }: Person): Promise<void> {
    for (let half = 0; half < hours * 2; half += 1) {
      await service().clock.advance('30 minutes');
      await api.users.me();
    }
  }

  it.each([
    ['moderator', moderator],
    ['admin', admin],
  ])('lets a %s moderate within 12 hours of signing in', async (_, signedIn) => {
    const person = await signedIn(service());
    expect(await moderate(person)).toBe(allowed);
    await workFor(11.5, person);
    await service().clock.advance('29 minutes 59.999999 seconds');
    expect(await moderate(person)).toBe(allowed);
  });

  it.each([
    ['moderator', moderator],
    ['admin', admin],
  ])('no longer lets a %s moderate 12 hours after signing in', async (_, signedIn) => {
    const person = await signedIn(service());
    await workFor(12, person);
    expect(await moderate(person)).toBe(refused);
    expect(await outcome(person.api.users.me())).toBe('done');
  });

  it('does not let them moderate when it was last used an hour ago', async () => {
    const person = await moderator(service());
    await service().clock.advance('59 minutes 59.999999 seconds');
    expect(await moderate(person)).toBe(allowed);
    await service().clock.advance('1 hour');
    expect(await moderate(person)).toBe(refused);
  });

  it('can’t moderate any more after an idle hour, even if it is used again', async () => {
    const person = await moderator(service());
    await service().clock.advance('2 hours');
    expect(await outcome(person.api.users.me())).toBe('done');
    expect(await moderate(person)).toBe(refused);
    expect(await moderate(person)).toBe(refused);
    expect(await outcome(person.api.users.me())).toBe('done');
  });

  it('is an admin’s while the address is on the list, in any case', async () => {
    const person = await signIn(service(), 'Admin@Example.com');
    expect((await person.api.users.me()).data.role).toBe('admin');
    expect(await moderate(person)).toBe(allowed);
    const without = service().with({ settings: { adminEmails: new Set() } });
    const after = without.as(person.token);
    expect((await after.users.me()).data.role).toBe('user');
    expect(
      await outcome(after.moderation.profiles.hide({ username: 'x', reason: 'spam' })),
    ).toBe('FORBIDDEN ROLE_MISSING');
  });
});
