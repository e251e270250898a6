import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  finishErasing,
  moderator,
  type Person,
  signIn,
  leave,
} from '../testing/people.ts';
import { rowsOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
let bob: Person;
let mod: Person;

const run = (statement: string) =>
  sql.raw(statement).execute(statements(service().orm.em.fork()));

const written = async () => [
  ...(await rowsOf(service(), 'moderation_actions')),
  ...(await rowsOf(service(), 'audit_events')),
];

beforeAll(async () => {
  bob = await signIn(service());
  mod = await moderator(service());
  await bob.api.profiles.create({ username: 'bob', referral: '' });
  await mod.api.moderation.profiles.hide({ username: 'bob', reason: 'spam', note: 'no' });
});

describe('the written history', () => {
  it.each([
    'delete from audit_events',
    "update audit_events set note = 'other'",
    'update audit_events set user_id = gen_random_uuid()',
    'update audit_events set user_id = null',
    'delete from moderation_actions',
    "update moderation_actions set reason = 'other', actor_id = null",
    "update moderation_actions set at = at - interval '1 day'",
    'update moderation_actions set actor_id = gen_random_uuid()',
  ])('is not changed by: %s', async (statement) => {
    const before = await written();
    await expect(run(statement)).rejects.toThrow('are never changed');
    expect(await written()).toEqual(before);
  });

  it('stays after its people are erased, but does not name them', async () => {
    await leave(service(), mod);
    await finishErasing(service());
    const why = { reason: 'spam', note: 'no' };
    expect((await bob.api.profiles.mine()).data.notices).toMatchObject([why]);
    await leave(service(), bob);
    await finishErasing(service());
    const rows = (await written()).join();
    expect(rows).toContain('"reason":"spam"');
    expect(rows).not.toContain('"username":"bob"');
    expect(rows).not.toContain('"note":"no"');
    expect(rows).not.toContain(bob.id);
    expect(rows).not.toContain(mod.id);
  });
});
