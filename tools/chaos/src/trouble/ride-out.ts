import { setTimeout as sleep } from 'node:timers/promises';
import { makeDataDirectory, nodeFlags, runService } from '@namecard/testing';
import type { Scenario } from '../abuse/scenario.ts';
import type { Figure } from '../figures.ts';
import { lostMails, missingProfiles, staleUsers } from '../sign-in/acknowledged.ts';
import { ask, sendCode } from '../sign-in/fixture/ask.ts';
import { openDatabase, settled } from '../sign-in/fixture/database.ts';
import { productionSettings } from '../sign-in/fixture/fixture.ts';
import { openInbox } from '../sign-in/fixture/inbox.ts';
import { startLoad, type Load } from '../sign-in/fixture/load.ts';
import { freshEmail, signIn } from '../sign-in/fixture/people.ts';
import { linesOf } from './log.ts';
import { type Prometheus, startPrometheus } from './prometheus.ts';
import type { Trouble } from './trouble.ts';
import { sendsPerNetwork } from './troubles.ts';

/** People who use the service all the while. */
const users = 3;

/** Milliseconds for which each rests between: in ten minutes they ask for hundreds of mails all the same. */
const [rest, restOfShort] = [3_000, 1_000];

/** Seconds of a short trouble. */
const briefly = 30;

/** Seconds of use before it, with a few scrapes in them. */
const before = 3;

/** Lines a minute about nobody: a few kinds of trouble may come and go, each for as long as it takes to count as over. */
const most = 8;

/** Seconds without trouble after which it counts as over, and a little more. */
const quiet = 100;

/** Seconds in which somebody new is signed in again: mails that were tried before leave four at a time. */
const soonest = 30;

const token = 'of-these-runs-only'.repeat(2);

async function startBefallen(trouble: Trouble, databaseUrl: string) {
  await using started = new AsyncDisposableStack();
  const inbox = await openInbox();
  started.defer(() => inbox.close());
  const way = started.use(await trouble.prepare(databaseUrl));
  const { path } = started.use(await makeDataDirectory());
  const settings = {
    ...productionSettings(way.databaseUrl, inbox),
    DATA_DIR: path,
    LIMIT_SEND_PER_IP: String(sendsPerNetwork),
    LIMIT_WRONG_PER_DAY: '0',
    MAX_MAILS_PER_HOUR: '0',
    MAX_PROFILES_PER_ACCOUNT: '0',
    METRICS_TOKEN: token,
  };
  const service = started.use(runService(settings, { flags: nodeFlags }));
  const { origin } = await service.ready;
  const database = await openDatabase(way.databaseUrl);
  started.defer(() => database.close());
  const origins: [string, string] = [origin, origin];
  const running = started.move();
  return {
    inbox,
    way,
    service,
    database,
    origin,
    origins,
    token,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

type Subject = Awaited<ReturnType<typeof startBefallen>>;

/** Seconds until somebody new is signed in, and then until no mail waits. */
async function recover(
  subject: Subject,
): Promise<{ signedIn: number; delivered: number }> {
  const ended = performance.now();
  const elapsed = () => (performance.now() - ended) / 1_000;
  while ((await sendCode(subject.origin, freshEmail('again'))).status !== 200)
    await sleep(100);
  await signIn(subject, freshEmail('newcomer'));
  const signedIn = elapsed();
  await settled(subject.database);
  return { signedIn, delivered: elapsed() };
}

function logFigures(
  { log, toldAfter }: Trouble,
  output: string,
  { seconds, isWhole }: { seconds: number; isWhole: boolean },
): Figure[] {
  const { begun, over, says } = log;
  const lines = linesOf(output);
  const count = (event: string) =>
    lines.filter((line) => line.event === event && says.test(line.text)).length;
  const others = lines.filter((line) => line.level >= 40 && line.event !== begun);
  const ofNobody = lines.filter(({ isOfSomebody }) => !isOfSomebody).length;
  const least = seconds > toldAfter ? 1 : 0;
  return [
    { name: `lines ${begun}`, value: count(begun), atLeast: least, atMost: 1 },
    ...(isWhole
      ? [{ name: `lines ${over}`, value: count(over), atLeast: 1, atMost: 1 }]
      : []),
    {
      name: `other warnings ${[...new Set(others.map(({ what }) => what))].join(', ')}`.trim(),
      value: others.length,
    },
    {
      name: 'lines about nobody, a minute',
      value: (ofNobody * 60) / seconds,
      atMost: most,
    },
  ];
}

async function alertFigures(
  { metric, alert }: Trouble,
  prometheus: Prometheus,
  { began, seconds }: { began: number; seconds: number },
): Promise<Figure[]> {
  const firing = (of = '') => `ALERTS{alertstate="firing"${of}}`;
  const [counted] = await prometheus.read(metric);
  const [since] = await prometheus.read(
    `min_over_time(timestamp(${firing(`,alertname="${alert}"`)})[${seconds}s:1s])`,
  );
  const fired = await prometheus.read(
    `count by (alertname) (last_over_time(${firing()}[${seconds}s]))`,
  );
  const others = fired.map((one) => one.alert).filter((name) => name !== alert);
  return [
    { name: metric, value: counted?.value ?? Number.NaN, atLeast: 1 },
    {
      name: `${alert} fires after`,
      value: (since?.value ?? Number.NaN) - began,
      unit: 's',
      atMost: seconds,
    },
    { name: `other alerts that fired: ${others.join(', ')}`, value: others.length },
  ];
}

async function peopleFigures(
  { refuses }: Trouble,
  subject: Subject,
  { counts, acknowledged }: Load,
): Promise<Figure[]> {
  const {
    200: well = 0,
    401: _wrongCodes,
    503: unavailable = 0,
    ...others
  } = counts.statuses;
  const failed = Object.entries(others);
  const mails = acknowledged.flatMap((mine) => mine.mails);
  const copies = (email: string) => subject.inbox.to(email).length;
  return [
    { name: 'requests of others that were done', value: well, atLeast: 1 },
    { name: 'answered 503', value: unavailable, ...(!refuses && { atMost: 0 }) },
    { name: '503 without Retry-After', value: counts.withoutRetryAfter, atMost: 0 },
    { name: `answered else ${failed.join(' ')}`.trim(), value: failed.length, atMost: 0 },
    { name: 'mails promised', value: mails.length, atLeast: 1 },
    { name: 'of them lost', value: lostMails(subject, acknowledged).length, atMost: 0 },
    { name: 'copies of one, most', value: Math.max(...mails.map(copies)) },
    {
      name: 'profiles lost',
      value: await missingProfiles(subject.database, acknowledged),
      atMost: 0,
    },
    { name: 'changes lost', value: await staleUsers(subject, acknowledged), atMost: 0 },
  ];
}

/** Lets a service meet a trouble while people use it, and tells what an operator sees of it and what becomes of the people. */
export const rideOut = (trouble: Trouble): Scenario => ({
  name: trouble.name,
  run: async ({ databaseUrl, short, minutes }) => {
    await using subject = await startBefallen(trouble, databaseUrl);
    await using prometheus = await startPrometheus(subject, short);
    const signingIn = Array.from({ length: users }, () =>
      signIn(subject, freshEmail('user')),
    );
    const load = startLoad(
      subject.origins,
      await Promise.all(signingIn),
      short ? restOfShort : rest,
    );
    await sleep(before * 1_000);
    const seconds = short ? briefly : minutes * 60;
    const began = Date.now() / 1_000;
    await subject.way.begin(subject, seconds * 1_000);
    await sleep(seconds * 900);
    const { text: shown } = await ask(`${subject.origin}/readyz`);
    await sleep(seconds * 100);
    const alerted = await alertFigures(trouble, prometheus, { began, seconds });
    await subject.way.end(subject);
    const { signedIn, delivered } = await recover(subject);
    await load.stop();
    await settled(subject.database);
    if (!short) await sleep(quiet * 1_000);
    const isTold = seconds > trouble.toldAfter && !trouble.readiness.test(shown) ? 0 : 1;
    return [
      ...logFigures(trouble, subject.service.stdout(), { seconds, isWhole: !short }),
      ...alerted,
      { name: `/readyz says ${shown}`, value: isTold, atLeast: 1 },
      {
        name: 'a newcomer is signed in after',
        value: signedIn,
        unit: 's',
        atMost: soonest,
      },
      { name: 'all mail has left after', value: delivered, unit: 's' },
      ...(await peopleFigures(trouble, subject, load)),
    ];
  },
});
