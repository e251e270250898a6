import { statements } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { untilBlocked } from '../../testing/blocked.ts';
import { outcome } from '../../testing/outcome.ts';
import { admin, somebody, moderator, type Person } from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
let staff: Person;
let seen: { id: string; revision: number };
let username: string;
let names = 0;

beforeEach(async () => {
  const owner = await somebody(service());
  staff = await moderator(service());
  username = `watched-${(names += 1)}`;
  await owner.api.profiles.create({ username, referral: '' });
  const { profile } = (await staff.api.moderation.profiles.inspect({ username })).data;
  seen = { id: profile.id, revision: profile.revision };
});

const hideMany = async ({ api }: Person) =>
  api.moderation.profiles.hideMany({ profiles: [seen], reason: 'spam' });

/** The outcome of a call whose moderator changes between its start and its lock. */
async function endingWhen(
  change: (id: string) => RawBuilder<unknown>,
  call: () => Promise<unknown>,
): Promise<string> {
  let ending: Promise<string> | undefined;
  await statements(service().orm.em)
    .transaction()
    .execute(async (holder) => {
      await sql`select from users where id = ${staff.id} for update`.execute(holder);
      ending = outcome(call());
      await untilBlocked(service().orm.em.fork(), 1);
      await change(staff.id).execute(holder);
    });
  return (await ending) ?? '';
}

const erased = (id: string) => sql`delete from users where id = ${id}`;
const demoted = (id: string) => sql`update users set role = 'user' where id = ${id}`;
const suspended = (id: string) =>
  sql`update users set suspended_at = current_instant() where id = ${id}`;

describe.each([
  ['erased', erased, 'UNAUTHORIZED TOKEN_INVALID'],
  ['demoted', demoted, 'FORBIDDEN ROLE_MISSING'],
  ['suspended', suspended, 'UNAUTHORIZED TOKEN_INVALID'],
] as const)('a moderator who is %s during their call', (_, change, refusal) => {
  it('hides nothing', async () => {
    expect(await endingWhen(change, async () => hideMany(staff))).toBe(refusal);
    const colleague = await moderator(service());
    expect(
      (await colleague.api.moderation.profiles.inspect({ username })).data.profile.hidden,
    ).toBe(false);
  });

  it('undoes nothing', async () => {
    const colleague = await moderator(service());
    const { action } = (await hideMany(colleague)).data;
    const undo = async () => staff.api.moderation.undo({ action: action ?? '' });
    expect(await endingWhen(change, undo)).toBe(refusal);
    expect(
      (await colleague.api.moderation.profiles.inspect({ username })).data.profile.hidden,
    ).toBe(true);
  });
});

describe('an admin who becomes a moderator during their call', () => {
  it('hides nothing: as a moderator they might have to wait', async () => {
    staff = await admin(service());
    const change = (id: string) =>
      sql`update users set role = 'moderator' where id = ${id}`;
    const ending = await endingWhen(change, async () => hideMany(staff));
    expect(ending).toBe('FORBIDDEN ROLE_MISSING');
  });
});

describe('ids in capitals', () => {
  it('name the same profile', async () => {
    const profiles = [{ id: seen.id.toUpperCase(), revision: seen.revision }];
    const { data } = await staff.api.moderation.profiles.hideMany({
      profiles,
      reason: 'spam',
    });
    expect(data.results).toEqual([{ id: seen.id, label: username, outcome: 'done' }]);
  });

  it('can’t name it twice', async () => {
    const profiles = [seen, { ...seen, id: seen.id.toUpperCase() }];
    const call = staff.api.moderation.profiles.hideMany({ profiles, reason: 'spam' });
    expect(await outcome(call)).toBe('BAD_REQUEST INPUT_INVALID');
  });
});
