import { openOrm, type Orm, statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { actCodeOf } from './testing/act-codes.ts';
import { errorOf, outcome } from './testing/outcome.ts';
import { somebody, type Person } from './testing/people.ts';
import { type Caller, useService } from './testing/use-service.ts';

const unavailable = {
  code: 'SERVICE_UNAVAILABLE',
  reason: 'UNAVAILABLE',
  retryAfter: expect.any(Number),
};

describe('a database that is out of reach', () => {
  const service = useService();
  let person: Person;

  /** The person's procedures, with separate connections. */
  const through = (orm: Orm): Caller => service().with({ em: orm.em }).as(person.token);

  /** Ends each connection that waits for a lock, like an administrator. */
  async function endWaitingConnections(): Promise<number> {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(statements(service().orm.em.fork()));
    return rows.length;
  }

  beforeEach(async () => {
    person = await somebody(service());
  });

  it('is answered with a retry if the connection is lost in a statement, and the next call succeeds', async () => {
    const orm = await openOrm({ url: service().url, poolSize: 1 });
    try {
      await statements(service().orm.em)
        .transaction()
        .execute(async (holder) => {
          await sql`lock table profiles in access exclusive mode`.execute(holder);
          const refused = errorOf(through(orm).profiles.mine({}));
          await expect.poll(endWaitingConnections).toBeGreaterThan(0);
          expect(await refused).toMatchObject(unavailable);
        });
      // The driver notices the closed connection a moment after the error.
      await expect.poll(async () => outcome(through(orm).profiles.mine({}))).toBe('done');
    } finally {
      await orm.close();
    }
  });

  it('is answered with a retry if the connection is lost in a transaction, which leaves nothing', async () => {
    const orm = await openOrm({ url: service().url, poolSize: 1 });
    try {
      await person.api.profiles.create({ username: 'kept', referral: '' });
      await person.api.users.askRemoval();
      const otp = await actCodeOf(service());
      await statements(service().orm.em)
        .transaction()
        .execute(async (holder) => {
          await sql`lock table profiles in access exclusive mode`.execute(holder);
          const refused = errorOf(through(orm).users.removeMe({ otp }));
          await expect.poll(endWaitingConnections).toBeGreaterThan(0);
          expect(await refused).toMatchObject(unavailable);
        });
      expect(await outcome(person.api.profiles.read({ username: 'kept' }))).toBe('done');
      await expect
        .poll(async () => outcome(through(orm).users.removeMe({ otp })))
        .toBe('done');
    } finally {
      await orm.close();
    }
  });
});
