import { MailTurn, statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { untilBlocked } from '../../testing/blocked.ts';
import { codesOf } from '../../testing/codes.ts';
import { deliverAll, deliverAny, emptyOutbox, sendFrom } from '../../testing/mail.ts';
import { newAddress, signIn } from '../../testing/people.ts';
import { mailsTo } from '../../testing/rows.ts';
import { useService } from '../../testing/use-service.ts';
import { claimNext } from '../delivery.ts';

const service = useService();
const ip = '192.0.2.1';

const askTimes = async (count: number) =>
  Promise.all(Array.from({ length: count }, async () => sendFrom(service(), ip)));

/** The missing tokens of all, of the IP address and its network. */
async function missing(): Promise<Record<string, number>> {
  const perHour = sql`case name when 'mails_of_ip' then 60 when 'mails_of_network' then 120
    else 1000 end`;
  const { rows } = await sql<{ name: string; tokens: number }>`
    select name, round(extract(epoch from full_at - current_instant()) * ${perHour} / 3600)::int as tokens
    from budgets where full_at > current_instant()
  `.execute(statements(service().orm.em.fork()));
  return Object.fromEntries(rows.map(({ name, tokens }) => [name, tokens]));
}

const spent = (tokens: number) => ({
  mails_to_unknown: tokens,
  mails_of_ip: tokens,
  mails_of_network: tokens,
});

const instances = () => [service(), service().with({})];

const fulfilled = <Result>(results: PromiseSettledResult<Result>[]): Result[] =>
  results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });

const turnsOf = async (state: 'waiting' | 'paid' | 'mailed') =>
  service().orm.em.fork().find(MailTurn, { state });

beforeEach(async () => {
  await emptyOutbox(service());
  await service().clock.advance('1 hour');
  await sql`delete from budgets where source <> ''`.execute(
    statements(service().orm.em.fork()),
  );
});

describe('30 callers of two instances at once', () => {
  it.each(['a stranger', 'a member'])(
    'that ask for %s from two IP addresses enter two turns, also while turns pay',
    async (who) => {
      const email = who === 'a member' ? (await signIn(service())).email : newAddress();
      const [one = service(), other = service()] = instances();
      const waiting: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        const results = await raceTogether(30, async (index) => {
          const by = index % 2 === 0 ? one : other;
          if (round === 1 && index % 5 === 0)
            return claimNext({ orm: by.orm, ...by.deps });
          const from = index % 3 === 0 ? ip : '198.51.100.1';
          return by.as(undefined, { ip: from }).auth.sendCode({ email });
        });
        fulfilled(results);
        const turns = await turnsOf('waiting');
        waiting.push(turns.length - new Set(turns.map((turn) => turn.ip)).size);
      }
      expect(waiting).toEqual([0, 0, 0]);
      expect(await turnsOf('waiting')).toHaveLength(2);
    },
  );

  it('that claim mails spend one token per level and mail', async () => {
    await askTimes(40);
    const [one = service(), other = service()] = instances();
    let left = 0;
    for (let raced = 1; raced > 0;) {
      const results = await raceTogether(30, async (index) =>
        deliverAny(index % 2 === 0 ? one : other),
      );
      raced = fulfilled(results).filter((recipient) => recipient !== undefined).length;
      left += raced;
    }
    expect(left).toBe(40);
    expect(await missing()).toEqual(spent(40));
  });

  it('that ask for addresses of claimed mails add at most one mail for each', async () => {
    const addresses = Array.from({ length: 5 }, () => newAddress());
    const [one = service(), other = service()] = instances();
    for (let round = 0; round < 4; round += 1) {
      const results = await raceTogether(30, async (index) => {
        const by = index % 2 === 0 ? one : other;
        const email = addresses[index % 5] ?? '';
        if (index % 3 === 0) return deliverAny(by);
        await by.as(undefined, { ip: `198.51.${index}.1` }).auth.sendCode({ email });
        return undefined;
      });
      fulfilled(results);
    }
    await deliverAll(service());
    const { rows } = await sql<{ mails: number; left: number; held: number }>`
      select c.mails, count(*) filter (where o.state = 'sent')::int as left, count(*) filter (where o.held)::int as held
      from challenges c join outbox o on o.challenge_id = c.id
      where c.email = any(${addresses}::text[]) group by c.id
    `.execute(statements(service().orm.em.fork()));
    expect(rows).toHaveLength(5);
    expect(
      rows.every(({ mails, left, held }) => mails === left && left <= 3 && held === 0),
    ).toBe(true);
    expect(await turnsOf('waiting')).toEqual([]);
  });

  it('that sign in while mails are claimed give back exactly the tokens of their mails', async () => {
    const newcomers = await askTimes(30);
    await deliverAll(service());
    await askTimes(30);
    const [one = service(), other = service()] = instances();
    const codes = await Promise.all(
      newcomers.map(async (email) => ({ email, codes: await codesOf(service(), email) })),
    );
    const results = await raceTogether(30, async (index) => {
      const by = index % 2 === 0 ? one : other;
      const { email, codes: own } = codes[index] ?? {
        email: '',
        codes: { short: '', long: '' },
      };
      const otp = index % 4 < 2 ? own.short : own.long;
      const [recipient] = await Promise.all([
        deliverAny(by),
        by.as(undefined, { ip: `203.0.${index}.1` }).auth.verifyCode({ email, otp }),
      ]);
      return recipient;
    });
    fulfilled(results);
    await deliverAll(service());
    expect(await missing()).toEqual(spent(30));
    expect(await turnsOf('mailed')).toHaveLength(30);
  });

  it('that sign in with one code give its mail’s token back once', async () => {
    const [email = ''] = await askTimes(3);
    await deliverAll(service());
    const { short, long } = await codesOf(service(), email);
    const [one = service(), other = service()] = instances();
    const results = await raceTogether(30, async (index) =>
      (index % 2 === 0 ? one : other)
        .as(undefined, { ip: `203.0.${index}.1` })
        .auth.verifyCode({ email, otp: index % 3 === 0 ? short : long }),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await missing()).toEqual(spent(2));
    expect(await mailsTo(service(), email)).toHaveLength(1);
  });
});

it('a claim releases nothing if the budget changed after it was read', async () => {
  const [email] = await askTimes(1);
  const claim = async () =>
    claimNext({ orm: service().orm, ...service().deps }, { most: 1, repeats: 0 });
  let claiming: ReturnType<typeof claim> | undefined;
  await statements(service().orm.em.fork())
    .transaction()
    .execute(async (other) => {
      await sql`update budgets set version = version + 1 where source = ''`.execute(
        other,
      );
      claiming = claim();
      await untilBlocked(service().orm.em.fork(), 1);
    });
  expect(await claiming).toEqual({ mails: [], isMore: true });
  expect(await deliverAny(service())).toBe(email);
});
