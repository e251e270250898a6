import { statements } from '@namecard/db';
import { mailboxMailer } from '@namecard/email';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { askForCodes } from '../testing/codes.ts';
import { deliverNext, emptyOutbox } from '../testing/mail.ts';
import { type Person, signIn } from '../testing/people.ts';
import { mailsTo } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';
import { isMailHeld, type MailDeps } from './service.ts';

const service = useService();

const deps = (): MailDeps => ({ ...service().deps, orm: service().orm, mailer: mailboxMailer() });

/** Delivers what is due with so many workers at once, and tells how many mails left. */
async function drain(workers: number): Promise<number> {
  const work = async () => {
    let left = 0;
    while (await deliverNext(deps())) left += 1;
    return left;
  };
  const counts = await Promise.all(Array.from({ length: workers }, work));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Queues a mail to each of so many addresses that never signed in, as asking for them one by one would. */
async function floodWith(count: number): Promise<void> {
  await sql`
    with n as (select n, 'flood-' || n || '@example.com' as email, gen_random_uuid() as id
      from generate_series(1, ${count}::int) n),
    a as (insert into addresses (email, asked_at) select email, current_instant() from n),
    c as (insert into challenges (id, email, created_at, mails, key_id)
      select id, email, current_instant(), 1, ${service().deps.keys.current.id} from n)
    insert into outbox (id, challenge_id, recipient, has_account, browser, system, next_at)
    select gen_random_uuid(), id, email, false, 'Firefox', 'Linux', current_instant() from n
  `.execute(statements(service().orm.em.fork()));
}

describe('1000 mails in a clock hour to addresses that never signed in', () => {
  let known: Person;

  beforeAll(async () => {
    await service().clock.set('2026-03-01T10:20:00Z');
    known = await signIn(service());
    await emptyOutbox(service());
    await floodWith(1_010);
  });

  it('leave, exactly, however many workers deliver', async () => {
    expect(await isMailHeld(deps())).toBe(false);
    expect(await drain(8)).toBe(1_000);
    expect(await drain(2)).toBe(0);
    expect(await isMailHeld(deps())).toBe(true);
  });

  it('keep no mail waiting that goes to who has signed in', async () => {
    await askForCodes(service(), known.email);
    expect(await drain(1)).toBe(1);
    expect(await mailsTo(service(), known.email)).toMatchObject([{ state: 'sent' }]);
  });

  it('keep none waiting where the limit is off', async () => {
    const settings = { ...service().deps.settings, mailsPerHour: 0 };
    expect(await deliverNext({ ...deps(), settings })).toMatchObject({ outcome: 'sent' });
    expect(await isMailHeld({ ...deps(), settings })).toBe(false);
  });

  it('keep the others waiting to the last microsecond of the hour, and no longer', async () => {
    await service().clock.set('2026-03-01T10:59:59.999999Z');
    expect(await drain(1)).toBe(0);
    await service().clock.advance('1 microsecond');
    expect(await isMailHeld(deps())).toBe(false);
    expect(await drain(2)).toBe(9);
  });
});

describe('a mail that the provider did not take at once', () => {
  it('is one of the hour’s, however often it is tried', async () => {
    await emptyOutbox(service());
    await service().clock.set('2026-03-02T10:20:00Z');
    await askForCodes(service(), 'retried@example.com');
    const settings = { ...service().deps.settings, mailsPerHour: 1 };
    const failing: MailDeps = {
      ...deps(),
      settings,
      mailer: { deliver: async () => ({ outcome: 'retry', reason: 'provider_failed' }) },
    };
    expect(await deliverNext(failing)).toMatchObject({ outcome: 'retry' });
    // Asked for before the retry is due, and over the budget: it must not stand in its way.
    await askForCodes(service(), 'waiting@example.com');
    await service().clock.advance('1 second');
    expect(await deliverNext({ ...deps(), settings })).toMatchObject({ outcome: 'sent' });
    expect(await deliverNext({ ...deps(), settings })).toBeUndefined();
  });
});
