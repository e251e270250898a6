import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { statements } from '@namecard/db';
import { startService, type RunningService } from '@namecard/testing';
import { sql } from 'kysely';
import { sendCode, verifyCode } from './fixture/ask.ts';
import { readCodes } from './fixture/codes.ts';
import { settled } from './fixture/database.ts';
import type { Report } from './fixture/findings.ts';
import { freshEmail } from './fixture/people.ts';
import type { Fixture } from './fixture/fixture.ts';

/** Milliseconds within which the requests of a round are made, and mails are answered. */
const asking = 100;
const answering = 200;

/** Seconds in which crashes begin before everything comes to rest: fewer than the 13 for which a claimed mail is one worker's, so that no mail is met by two. */
const stormSeconds = 8;

const requestsAtOnce = 4;

type Request = { email: string; accepted: boolean };

/** A request that the crash leaves unanswered was not accepted; its mail may come all the same. */
async function request(origin: string): Promise<Request> {
  const email = freshEmail('crash');
  await sleep(randomInt(asking));
  const accepted = await sendCode(origin, email).then(
    ({ status }) => status === 200,
    () => false,
  );
  return { email, accepted };
}

/**
 * One crash among requests, at a moment of chance after some of them are answered: mails are being delivered then. Another
 * instance is in the dead one's place afterwards.
 */
async function crash(
  fixture: Fixture,
  spare: Promise<RunningService>,
): Promise<Request[]> {
  const which = randomInt(2) === 0 ? 0 : 1;
  const victim = fixture.instances[which];
  const answered = Promise.withResolvers<void>();
  let missing = randomInt(1, requestsAtOnce + 1);
  const requests = Array.from({ length: requestsAtOnce }, async () => {
    const made = await request(victim.origin);
    missing -= 1;
    if (missing === 0) {
      answered.resolve();
    }
    return made;
  });
  await answered.promise;
  await sleep(randomInt(answering));
  await victim.stop('SIGKILL');
  const made = await Promise.all(requests);
  fixture.instances[which] = await spare;
  return made;
}

export type Storm = {
  kills: number;
  /** Called when all that lives is at rest: mails that were being delivered by the dead wait still. */
  afterStorm?: (fixture: Fixture) => Promise<void>;
};

/** Kills instances again and again between request and delivery, and looks what came of the mails. */
export async function killAtRandom(
  fixture: Fixture,
  { kills, afterStorm }: Storm,
): Promise<Report> {
  fixture.inbox.delayAnswers(() => randomInt(answering));
  const requests: Request[] = [];
  for (let killed = 0; killed < kills;) {
    for (
      const end = Date.now() + stormSeconds * 1_000;
      killed < kills && Date.now() < end;
    ) {
      requests.push(...(await crash(fixture, startService(fixture.settings))));
      killed += 1;
    }
    await afterStorm?.(fixture);
    await settled(fixture.database);
  }
  return [
    ...(await checkMails(fixture, requests, kills)),
    ...(await checkCodes(fixture, requests)),
  ];
}

async function checkMails(
  fixture: Fixture,
  requests: Request[],
  kills: number,
): Promise<Report> {
  const accepted = requests.filter((made) => made.accepted);
  const copies = requests.map(({ email }) => fixture.inbox.to(email).length);
  const lost = accepted.filter(
    ({ email }) => fixture.inbox.to(email).length === 0,
  ).length;
  const most = Math.max(...copies);
  const twice = copies.filter((count) => count === 2).length;
  const [row] = (
    await sql<{
      count: number;
    }>`select count(*)::int from outbox where attempts > 1`.execute(
      statements(fixture.database.orm.em.fork()),
    )
  ).rows;
  return [
    {
      promise: `killed at ${kills} random moments: every accepted mail arrives, at most twice`,
      kept: accepted.length > 0 && lost === 0 && most <= 2,
      figures: `requests ${requests.length}, accepted ${accepted.length}, lost ${lost}, arrived twice ${twice}, more often ${copies.filter((count) => count > 2).length}`,
    },
    {
      figures: `deliveries that a crash interrupted and another instance took up: ${row?.count}`,
    },
  ];
}

async function checkCodes(fixture: Fixture, requests: Request[]): Promise<Report> {
  const { inbox, database, instances } = fixture;
  let different = 0;
  let works = 0;
  const arrived = requests.filter(({ email }) => inbox.to(email).length > 0);
  for (const { email } of arrived) {
    const mails = inbox.to(email).map(readCodes);
    const [first] = mails;
    different += mails.some(
      ({ short, long }) => short !== first?.short || long !== first?.long,
    )
      ? 1
      : 0;
    const { status } = await verifyCode(instances[0].origin, email, first?.long ?? '');
    works += status === 200 ? 1 : 0;
  }
  const { sent = 0, ...others } = await database.outbox();
  return [
    {
      promise: 'copies carry the same codes, and every mail’s code works',
      kept:
        different === 0 &&
        works === arrived.length &&
        sent > 0 &&
        Object.keys(others).length === 0,
      figures: `mails ${arrived.length}, with different codes ${different}, codes that work ${works}, recorded as sent ${sent}`,
    },
  ];
}
