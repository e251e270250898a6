import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { moderator, type Person, signIn } from '../testing/people.ts';
import { rowsOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
let bob: Person;
let mod: Person;

const run = (statement: string) => sql.raw(statement).execute(statements(service().orm.em.fork()));

beforeAll(async () => {
  bob = await signIn(service());
  mod = await moderator(service());
  await bob.api.profiles.create({ username: 'bob', referral: '' });
  await mod.api.moderation.profiles.hide({ username: 'bob', reason: 'spam', note: 'no' });
});

describe('an event that was written', () => {
  it.each([
    'delete from events',
    "update events set note = 'other'",
    "update events set reason = 'other', actor_id = null",
    "update events set at = at - interval '1 day'",
    'update events set actor_id = user_id',
    'update events set user_id = actor_id',
  ])('is not changed by: %s', async (statement) => {
    const before = await rowsOf(service(), 'events');
    await expect(run(statement)).rejects.toThrow('events are never changed');
    expect(await rowsOf(service(), 'events')).toEqual(before);
  });

  it('stays when its people are erased, and forgets who they were', async () => {
    await bob.api.users.removeMe();
    await mod.api.users.removeMe();
    const [row = ''] = await rowsOf(service(), 'events');
    expect(row).toContain('"username":"bob"');
    expect(row).not.toContain(bob.id);
    expect(row).not.toContain(mod.id);
  });
});
