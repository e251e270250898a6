import { statements } from '@namecard/db';
import { mailboxMailer, type Message } from '@namecard/email';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { countAccountsSignedIn } from '../access/guesses.sql.ts';
import { askForCodes, wrongCodes, wrongLong } from '../testing/codes.ts';
import { codesIn, deliverNext, emptyOutbox } from '../testing/mail.ts';
import { outcome } from '../testing/outcome.ts';
import { newAddress, newIp } from '../testing/people.ts';
import { guessesOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
const refused = 'UNAUTHORIZED CODE_INVALID';

/** An attacker has any number of IP addresses. */
const verify = async (email: string, otp: string) =>
  outcome(service().as(undefined, { ip: newIp() }).auth.verifyCode({ email, otp }));

/** Sends so many wrong short codes for a new email address. */
async function guessWrong(count: number): Promise<void> {
  const email = newAddress();
  const { short } = await askForCodes(service(), email);
  for (const otp of wrongCodes(count, short)) {
    expect(await verify(email, otp)).toBe(refused);
  }
}

/** Delivers the only mail to the address, and returns its content. */
async function mailTo(email: string): Promise<{ short?: string; long?: string }> {
  await emptyOutbox(service());
  await service().as().auth.sendCode({ email });
  const mails: Message[] = [];
  const { orm, deps } = service();
  const mailer = mailboxMailer();
  await deliverNext({
    ...deps,
    orm,
    mailer: {
      deliver: async (message) => {
        mails.push(message);
        return mailer.deliver(message);
      },
    },
  });
  const [mail] = mails;
  if (!mail) throw new Error('No mail was due');
  return codesIn(mail);
}

/** Creates accounts so many days old, which signed in twice so many hours ago. */
const accountsSignedIn = async (
  count: number,
  { days, hours }: { days: number; hours: number },
) =>
  sql`
    with made as (
      insert into users (id, email, email_key, created_at)
      select id, id, id, current_instant() - make_interval(days => ${days})
      from (select gen_random_uuid() as id from generate_series(1, ${count}::int)) ids
      returning id
    )
    insert into sessions (id, user_id, token_hash, browser, system, created_at)
    select gen_random_uuid(), id, uuid_send(gen_random_uuid()), '', '', current_instant() - make_interval(hours => ${hours})
    from made, generate_series(1, 2)
  `.execute(statements(service().orm.em));

/** Counts the wrong short codes that were compared, over all addresses. */
async function compared(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::int as count from hourly_counts where counter = 'wrong_guesses'
  `.execute(statements(service().orm.em));
  return rows[0]?.count ?? 0;
}

/** Counts so many wrong guesses more in the newest hour that has one. */
const countMore = async (wrong: number) =>
  sql`
    update hourly_counts set count = count + ${wrong} where counter = 'wrong_guesses'
      and hour = (select max(hour) from hourly_counts where counter = 'wrong_guesses')
  `.execute(statements(service().orm.em));

beforeAll(async () => {
  await service().clock.set('2026-03-01T10:05:00Z');
});

describe('the count of the day over all addresses', () => {
  it('has each short code that was compared and wrong, and no other', async () => {
    const email = newAddress();
    const { short } = await askForCodes(service(), email);
    await verify(email, wrongLong);
    await verify(email, '12345');
    await verify(newAddress(), '123456');
    expect(await verify(email, short)).toBe('done');
    expect(await compared()).toBe(0);
    await guessWrong(2);
    expect(await compared()).toBe(2);
  });
});

describe('1000 wrong short codes in a day', () => {
  const email = newAddress();

  beforeAll(async () => {
    await countMore(500);
    await service().clock.set('2026-03-01T12:30:00Z');
    await guessWrong(3);
    await countMore(495);
  });

  it('close short codes to everybody, and cost nobody a guess', async () => {
    const { short } = await askForCodes(service(), email);
    expect(await verify(email, short)).toBe(refused);
    expect(await guessesOf(service(), email)).toBe(0);
    expect(await compared()).toBe(1000);
  });

  it('leave long codes working, and mails then have only long codes', async () => {
    const { short, long } = await mailTo(email);
    expect(short).toBeUndefined();
    expect(await verify(email, long ?? '')).toBe('done');
  });

  it('are not counted if the limit is off', async () => {
    const { short } = await askForCodes(service(), email);
    const unlimited = service().with({ settings: { wrongPerDay: 0 } });
    expect(await outcome(unlimited.as().auth.verifyCode({ email, otp: short }))).toBe(
      'done',
    );
  });

  it('are allowed plus one for ten accounts over a week old that signed in', async () => {
    await accountsSignedIn(19, { days: 8, hours: 23 });
    await accountsSignedIn(20, { days: 6, hours: 23 });
    await accountsSignedIn(20, { days: 8, hours: 24 });
    await countAccountsSignedIn(service().orm.em);
    const { short } = await askForCodes(service(), email);
    expect(await verify(email, wrongCodes(1, short)[0] ?? '')).toBe(refused);
    expect(await compared()).toBe(1001);
    expect(await verify(email, short)).toBe(refused);
  });

  it('close short codes until the hour of the oldest is a day ago, to the microsecond', async () => {
    await service().clock.set('2026-03-02T10:59:59.999999Z');
    const other = newAddress();
    const { short } = await askForCodes(service(), other);
    expect(await verify(other, short)).toBe(refused);
    await service().clock.advance('1 microsecond');
    expect(await verify(other, short)).toBe('done');
    expect((await mailTo(other)).short).toBeDefined();
  });
});
