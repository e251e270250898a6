import { Job, openOrm, statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { mailboxMailer } from '@namecard/email';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { askForCodes, wrongCodes } from '../testing/codes.ts';
import { deliverNext } from '../testing/mail.ts';
import { outcome } from '../testing/outcome.ts';
import { newAddress, signIn } from '../testing/people.ts';
import { dump, mailsTo, rowsOf } from '../testing/rows.ts';
import { type TestService, useService } from '../testing/use-service.ts';
import { claimRecurring } from './jobs.sql.ts';
import { startSweeper, sweep } from './sweep.ts';

const service = useService();
const kept = async (table: string) => (await rowsOf(service(), table)).length;
const sweepWith = async ({ orm, deps }: TestService) =>
  sweep({ orm, settings: deps.settings });
const sweepAfter = async (interval: string) => {
  await service().clock.advance(interval);
  await sweepWith(service());
};

beforeEach(async () => {
  await sql`truncate addresses, challenges, outbox, users, sessions, rate_limits, network_guesses, hourly_counts, jobs cascade`.execute(
    statements(service().orm.em.fork()),
  );
});

describe('an address that asked and never signed in', () => {
  it('has left no row 24 hours after it was last asked for', async () => {
    const email = newAddress();
    await askForCodes(service(), email);
    await service().clock.advance('23 hours');
    const { orm, deps } = service();
    await askForCodes(service(), email);
    await deliverNext({ ...deps, orm, mailer: mailboxMailer() });
    await sweepAfter('23 hours 59 minutes');
    expect(await dump(service())).toContain(email);
    await sweepAfter('1 minute 1 microsecond');
    expect(await dump(service())).not.toContain(email);
  });

  it('has left no row 24 hours after the last wrong guess against it', async () => {
    const email = newAddress();
    const { short } = await askForCodes(service(), email);
    await service().clock.advance('9 minutes');
    for (const otp of wrongCodes(3, short)) {
      await outcome(service().as().auth.verifyCode({ email, otp }));
    }
    await sweepAfter('23 hours 59 minutes');
    expect(await kept('addresses')).toBe(1);
    await sweepAfter('1 minute 1 microsecond');
    expect(await dump(service())).not.toContain(email);
  });
});

describe('an address that signed in', () => {
  it('keeps the record of its mails for 90 days, also of earlier mails', async () => {
    const { email } = await signIn(service());
    await askForCodes(service(), email);
    const { orm, deps } = service();
    await deliverNext({ ...deps, orm, mailer: mailboxMailer() });
    await sql`update outbox set state = 'expired' where state = 'queued'`.execute(
      statements(orm.em.fork()),
    );
    await sweepAfter('90 days');
    expect(await mailsTo(service(), email)).toHaveLength(2);
    await sweepAfter('1 microsecond');
    expect(await mailsTo(service(), email)).toEqual([]);
    expect(await kept('users')).toBe(1);
  });

  it('is still forgotten as an address that asked', async () => {
    await signIn(service());
    await sweepAfter('24 hours 1 microsecond');
    expect(await kept('addresses')).toBe(0);
  });
});

describe('a challenge', () => {
  it('is kept for 24 hours', async () => {
    await askForCodes(service(), newAddress());
    await sweepAfter('24 hours');
    expect(await kept('challenges')).toBe(1);
    await sweepAfter('1 microsecond');
    expect(await kept('challenges')).toBe(0);
  });
});

describe('what is counted', () => {
  it('for an IP address is kept for its hour', async () => {
    await service().as().auth.sendCode({ email: newAddress() });
    await sweepAfter('1 hour');
    expect(await kept('rate_limits')).toBe(1);
    await sweepAfter('1 microsecond');
    expect(await kept('rate_limits')).toBe(0);
  });

  it('for a network is kept for 24 hours after its last wrong short code', async () => {
    const guess = { email: newAddress(), otp: '123456' };
    await outcome(service().as().auth.verifyCode(guess));
    await service().clock.advance('23 hours');
    await outcome(service().as().auth.verifyCode(guess));
    await sweepAfter('24 hours');
    expect(await kept('network_guesses')).toBe(1);
    await sweepAfter('1 microsecond');
    expect(await kept('network_guesses')).toBe(0);
  });

  it('over everybody is kept until all of its hour is a day ago', async () => {
    await service().clock.set('2027-05-01T12:00:00Z');
    const email = newAddress();
    const { short } = await askForCodes(service(), email);
    for (const otp of wrongCodes(1, short)) {
      await outcome(service().as().auth.verifyCode({ email, otp }));
    }
    await sweepAfter('25 hours');
    expect(await kept('hourly_counts')).toBe(1);
    await sweepAfter('1 microsecond');
    expect(await kept('hourly_counts')).toBe(0);
  });
});

describe('a session', () => {
  it('is kept for 30 days after it was ended', async () => {
    const { api } = await signIn(service());
    await api.auth.signOut();
    await sweepAfter('30 days');
    expect(await kept('sessions')).toBe(1);
    await sweepAfter('1 microsecond');
    expect(await kept('sessions')).toBe(0);
  });

  it('is kept for 30 days after it ran out', async () => {
    await signIn(service());
    await sweepAfter('60 days');
    expect(await kept('sessions')).toBe(1);
    await sweepAfter('1 microsecond');
    expect(await kept('sessions')).toBe(0);
  });

  it('is not swept while it is used', async () => {
    const { api } = await signIn(service());
    for (const _ of [1, 2, 3]) {
      await sweepAfter('29 days');
      expect(await outcome(api.users.me())).toBe('done');
    }
  });
});

/** An item about an account, with a report. `ending` is null for an open item. */
const insertItem = async (userId: string, ending: 'restored' | 'upheld' | null) =>
  sql`with item as (
      insert into items (id, kind, user_id, closed_at, outcome)
      select gen_random_uuid(), 'appealed', ${userId},
        case when ${ending}::text is not null then current_instant() end, ${ending}::text
      returning id
    )
    insert into reports (id, item_id, reason) select gen_random_uuid(), id, 'spam' from item`.execute(
    statements(service().orm.em.fork()),
  );

const insertNote = async (authorId: string, userId: string | null) =>
  sql`insert into notes (id, author_id, user_id, text) values (gen_random_uuid(), ${authorId}, ${userId}, '')`.execute(
    statements(service().orm.em.fork()),
  );

describe('an item of the desk', () => {
  it('is kept with its reports for 180 days after it was closed; an open one and a rejected appeal stay', async () => {
    const { id } = await signIn(service());
    await insertItem(id, 'restored');
    await insertItem(id, 'upheld');
    await insertItem(id, null);
    await sweepAfter('180 days');
    expect(await kept('items')).toBe(3);
    await sweepAfter('1 microsecond');
    expect(await kept('items')).toBe(2);
    expect(await kept('reports')).toBe(2);
  });

  it('that is a note for the next shift is kept for 180 days, other notes for good', async () => {
    const { id } = await signIn(service());
    const other = await signIn(service());
    await insertNote(id, null);
    await insertNote(id, other.id);
    await sweepAfter('180 days');
    expect(await kept('notes')).toBe(2);
    await sweepAfter('1 microsecond');
    expect(await kept('notes')).toBe(1);
  });
});

/** Adds rows that are due. */
const oldCounts = async (count: number) =>
  sql`insert into rate_limits (key, ends_at, hits)
    select 'send ' || n, current_instant() - interval '1 hour', 1 from generate_series(1, ${count}::int) n`.execute(
    statements(service().orm.em.fork()),
  );

describe('a sweep', () => {
  it('continues in chunks of a thousand until nothing is left', async () => {
    await oldCounts(2_500);
    const chunks = await statementsCounted('rate_limits', async () =>
      sweepWith(service()),
    );
    expect(await kept('rate_limits')).toBe(0);
    expect(chunks).toEqual([1_000, 1_000, 500]);
  });

  it('skips locked rows, and leaves them to the next sweep', async () => {
    await oldCounts(10);
    await statements(service().orm.em)
      .transaction()
      .execute(async (holder) => {
        await sql`select from rate_limits where key = 'send 3' for update`.execute(
          holder,
        );
        await sweepWith(service());
        expect(await rowsOf(service(), 'rate_limits')).toMatchObject([
          expect.stringContaining('"send 3"'),
        ]);
      });
    await sweepWith(service());
    expect(await kept('rate_limits')).toBe(0);
  });

  it('does the rest if a step fails, and then fails', async () => {
    await service().as().auth.sendCode({ email: newAddress() });
    const db = statements(service().orm.em.fork());
    await sql`create or replace function refuse() returns trigger language plpgsql as
      'begin raise exception ''not this one''; end'`.execute(db);
    await sql`create or replace trigger refuse before delete on challenges
      for each row execute function refuse()`.execute(db);
    const failing = sweepAfter('25 hours');
    await expect(failing).rejects.toThrow('not this one');
    expect(await kept('rate_limits')).toBe(0);
    await sql`drop function refuse cascade`.execute(db);
  });
});

const startFor = ({ orm, deps }: TestService, reported: string[] = []) =>
  startSweeper({
    orm,
    settings: deps.settings,
    onUnexpected: (_error, where) => reported.push(where),
  });

/** The end of the sweep's lease; null without one. */
const lease = async () =>
  (await service().orm.em.fork().findOne(Job, { kind: 'sweep' }))?.leasedUntil;

/** Sweeps completely, like an instance that is then stopped. */
async function sweepOnce(): Promise<void> {
  const sweeper = startFor(service());
  await expect.poll(() => kept('rate_limits')).toBe(0);
  await expect.poll(lease).toBeNull();
  await sweeper.stop();
}

/** Claims the sweep, like an instance that then crashes. */
const claim = async () => claimRecurring(service().orm.em, 'sweep');

describe('the sweeper', () => {
  it('sweeps when it is started first, and again an hour later', async () => {
    await oldCounts(10);
    await sweepOnce();
    await oldCounts(10);
    await service().clock.advance('59 minutes 59.999999 seconds');
    await startFor(service()).stop();
    expect(await kept('rate_limits')).toBe(10);
    await service().clock.advance('1 microsecond');
    await sweepOnce();
    expect(await kept('rate_limits')).toBe(0);
  });

  it('counts the accounts that signed in, for the day’s limit of wrong short codes', async () => {
    await sweepOnce();
    expect(await rowsOf(service(), 'hourly_counts')).toMatchObject([
      expect.stringContaining('"counter":"accounts_signed_in"'),
    ]);
  });

  it('does nothing while another instance sweeps', async () => {
    await claim();
    await oldCounts(10);
    await startFor(service()).stop();
    expect(await kept('rate_limits')).toBe(10);
  });

  it('continues the sweep 15 minutes after another instance crashed, and not before', async () => {
    const crashed = await claim();
    expect(crashed).toBeDefined();
    await service().clock.advance('14 minutes 59.999999 seconds');
    expect(await claim()).toBeUndefined();
    await service().clock.advance('1 microsecond');
    expect(await claim()).toBeDefined();
  });

  it('gives the sweep to one of thirty instances that look together', async () => {
    const results = await raceTogether(30, claim);
    const claimed = results.flatMap((one) =>
      one.status === 'fulfilled' && one.value ? [one] : [],
    );
    expect(results.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(claimed).toHaveLength(1);
  });

  it('leaves the sweep to another instance if it is stopped', async () => {
    await oldCounts(5_000);
    await startFor(service()).stop();
    expect(await lease()).toBeNull();
    await sweepOnce();
    expect(await kept('rate_limits')).toBe(0);
  });

  it('reports a missing database, and can be stopped', async () => {
    const orm = await openOrm({ url: 'postgresql://nobody@127.0.0.1:1/nowhere' });
    const reported: string[] = [];
    await startFor({ ...service(), orm }, reported).stop();
    expect(reported).toEqual(['sweep']);
    await orm.close();
  });
});

/** The number of rows that each statement deleted from the table during `work`. */
async function statementsCounted(
  table: string,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const em = service().orm.em.fork();
  const name = sql.table(table);
  const db = statements(em);
  await sql`create table deletions (turn serial, rows int)`.execute(db);
  await sql`create function note_deletion() returns trigger language plpgsql as
    'begin insert into deletions (rows) select count(*) from gone; return null; end'`.execute(
    db,
  );
  await sql`create trigger note after delete on ${name} referencing old table as gone
    for each statement execute function note_deletion()`.execute(db);
  await work();
  const { rows } = await sql<{ rows: number }>`
    select rows from deletions where rows > 0 order by turn
  `.execute(db);
  await sql`drop trigger note on ${name}`.execute(db);
  await sql`drop function note_deletion`.execute(db);
  await sql`drop table deletions`.execute(db);
  return rows.map((row) => row.rows);
}
