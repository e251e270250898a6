import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { endingsOf, outcome } from '../testing/outcome.ts';
import { somebody, moderator, type Person } from '../testing/people.ts';
import { rowsOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
const taken = 'CONFLICT USERNAME_TAKEN';
let ann: Person;
let names = 0;
let username: string;

const create = async (input: { username?: string; referral?: string } = {}, by = ann) =>
  by.api.profiles.create({ username, referral: '', ...input });

const written = async () =>
  Promise.all(
    ['profiles', 'users', 'changes', 'pending_changes', 'audit_events'].map(
      async (table) => rowsOf(service(), table),
    ),
  );

beforeEach(async () => {
  ann = await somebody(service());
  username = `Again-${(names += 1)}`;
});

describe('a repeated creation', () => {
  it('is answered with the profile as it is now', async () => {
    await create();
    await ann.api.profiles.updateSocials({ username, about: 'Hello' });
    const { message, profile } = await create();
    expect(message).toBe('The profile was created.');
    expect(profile).toMatchObject({ username, about: 'Hello' });
  });

  it('writes nothing', async () => {
    await create();
    const before = await written();
    await create();
    expect(await written()).toEqual(before);
  });

  it('is answered at the limit of profiles too', async () => {
    const settings = { ...service().deps.settings, profilesPerAccount: 1 };
    const { profiles } = service().with({ settings }).as(ann.token);
    const first = await profiles.create({ username, referral: '' });
    expect(await profiles.create({ username, referral: '' })).toEqual(first);
    const other = profiles.create({ username: `${username}-2`, referral: '' });
    expect(await outcome(other)).toBe('FORBIDDEN PROFILE_LIMIT');
  });

  it('is answered while the profile is hidden', async () => {
    const { api } = await moderator(service());
    await create();
    await api.moderation.profiles.hide({ username, reason: 'spam' });
    expect((await create()).profile).toMatchObject({ username, hidden: true });
  });

  it('is answered to each of 30 at once, and happens once', async () => {
    const results = await raceTogether(30, async () => create());
    expect(endingsOf(results)).toEqual({ done: 30 });
    expect((await ann.api.profiles.mine({})).data.profiles).toHaveLength(1);
    const { rows } = await sql<{ count: number }>`
      select profile_count as count from users where id = ${ann.id}
    `.execute(statements(service().orm.em.fork()));
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('is refused 24 hours after the profile was made', async () => {
    await create();
    await service().clock.advance('23 hours 59 minutes 59.999999 seconds');
    expect(await outcome(create())).toBe('done');
    await service().clock.advance('1 microsecond');
    expect(await outcome(create())).toBe(taken);
  });

  it('is a new one with another spelling, another referral, or another user', async () => {
    await create();
    const bob = await somebody(service());
    expect(await outcome(create({ username: username.toLowerCase() }))).toBe(taken);
    expect(await outcome(create({ referral: 'somebody' }))).toBe(taken);
    expect(await outcome(create({}, bob))).toBe(taken);
  });

  it('is a new creation after the profile was deleted', async () => {
    await create();
    await ann.api.profiles.updateSocials({ username, about: 'Hello' });
    await ann.api.profiles.remove({ username });
    expect((await create()).profile.about).toBeNull();
  });
});
