import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openOrm, statements, type Orm } from '@namecard/db';
import { sql } from 'kysely';
import { sendCode, verifyCode } from '../harness/ask.ts';
import { readCodes } from '../harness/codes.ts';
import { exactly, none, type Figure } from '../harness/figures.ts';
import { freshEmail } from '../harness/people.ts';
import type { Scenario } from '../harness/scenario.ts';
import { soon } from '../harness/soon.ts';
import { byTurns, startService, type Service } from '../harness/start-service.ts';

/** Milliseconds in which a round's requests are made and mails are answered. */
const asking = 100;
const answering = 200;

/** Seconds, less than the 13 of a claim: no mail meets two crashes. */
const stormSeconds = 8;

const requestsAtOnce = 4;

type Request = { email: string; accepted: boolean };

/** An unanswered request was not accepted, but its mail may still come. */
async function request(origin: string): Promise<Request> {
  const email = freshEmail('crash');
  await sleep(randomInt(asking));
  const accepted = await sendCode(origin, email).then(
    ({ status }) => status === 200,
    () => false,
  );
  return { email, accepted };
}

/** Kills an instance while mails are delivered. */
async function crash(service: Service): Promise<Request[]> {
  const victim = byTurns(service.instances, randomInt(2));
  const answered = Promise.withResolvers<void>();
  let missing = randomInt(1, requestsAtOnce + 1);
  const requests = Array.from({ length: requestsAtOnce }, async () => {
    const made = await request(victim.origin);
    missing -= 1;
    if (missing === 0) answered.resolve();
    return made;
  });
  await answered.promise;
  await sleep(randomInt(answering));
  await victim.stop('SIGKILL');
  const made = await Promise.all(requests);
  await victim.start();
  return made;
}

async function outboxOf(orm: Orm) {
  const { rows } = await sql<{ queued: number; failed: number; repeated: number }>`
    select count(*) filter (where state = 'queued')::int as queued,
      count(*) filter (where state not in ('queued', 'sent'))::int as failed,
      count(*) filter (where attempts > 1)::int as repeated
    from outbox
  `.execute(statements(orm.em.fork()));
  return rows[0] ?? { queued: NaN, failed: NaN, repeated: NaN };
}

async function mailFigures(
  { inbox }: Service,
  orm: Orm,
  requests: Request[],
): Promise<Figure[]> {
  const accepted = requests.filter((made) => made.accepted);
  const copies = requests.map(({ email }) => inbox.to(email).length);
  const lost = accepted.filter(({ email }) => inbox.to(email).length === 0);
  const { failed, repeated } = await outboxOf(orm);
  return [
    { name: 'mails accepted', value: accepted.length, atLeast: 1 },
    none('of them lost', lost.length),
    { name: 'copies of one mail, most', value: Math.max(...copies), atMost: 2 },
    { name: 'deliveries that another instance took up', value: repeated },
    none('mails that are not recorded as sent', failed),
  ];
}

async function codeFigures(
  { inbox, origin }: Service,
  requests: Request[],
): Promise<Figure[]> {
  const arrived = requests.filter(({ email }) => inbox.to(email).length > 0);
  let [different, working] = [0, 0];
  for (const { email } of arrived) {
    const [first, ...copies] = inbox.to(email).map(readCodes);
    const isOther = copies.some(
      ({ short, long }) => short !== first?.short || long !== first?.long,
    );
    different += Number(isOther);
    const { status } = await verifyCode(origin, email, first?.long ?? '');
    working += Number(status === 200);
  }
  return [
    none('copies with other codes', different),
    exactly(`codes that work, of ${arrived.length}`, working, arrived.length),
  ];
}

export const crashedMail: Scenario = {
  name: 'crash/mail',
  promise:
    'killed between request and delivery: every accepted mail comes, at most twice',
  run: async ({ databaseUrl, short }) => {
    const kills = short ? 3 : 50;
    await using service = await startService(databaseUrl, { instances: 2 });
    const orm = await openOrm({ url: databaseUrl, poolSize: 1 });
    service.inbox.delayAnswers(() => randomInt(answering));
    const requests: Request[] = [];
    for (let killed = 0; killed < kills;) {
      const end = Date.now() + stormSeconds * 1_000;
      for (; killed < kills && Date.now() < end; killed += 1) {
        requests.push(...(await crash(service)));
      }
      const isSettled = async () => (await outboxOf(orm)).queued === 0 || undefined;
      await soon(isSettled, 'mail is queued still');
    }
    const mailed = await mailFigures(service, orm, requests);
    await orm.close();
    return [...mailed, ...(await codeFigures(service, requests))];
  },
};
