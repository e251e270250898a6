import { setTimeout as sleep } from 'node:timers/promises';
import { ask, sendCode } from '../harness/ask.ts';
import { answerFigures, lostFigures } from '../harness/book.ts';
import { holds, type Figure } from '../harness/figures.ts';
import { everything, startLoad } from '../harness/load.ts';
import { lookInto, settled } from '../harness/look.ts';
import { freshEmail, signIn } from '../harness/people.ts';
import type { Scenario } from '../harness/scenario.ts';
import { startService, unlimited, type Service } from '../harness/start-service.ts';
import { linesOf } from './log.ts';
import { startPrometheus, type Prometheus } from './prometheus.ts';
import type { Trouble } from './trouble.ts';
import { sendsPerNetwork, troubles } from './troubles.ts';

/** Concurrent users. */
const users = 3;

/**
 * Milliseconds between a person's rounds. In ten minutes they still ask for
 * hundreds of mails.
 */
const [rest, restOfShort] = [3_000, 1_000];

/** Seconds of a trouble. */
const lasting = (short: boolean) => (short ? 30 : 600);

/** Seconds of use before it, with a few scrapes. */
const before = 3;

/** Log lines a minute about nobody. A few kinds of trouble may come and go. */
const most = 8;

/** Seconds after which trouble counts as over, and a few more. */
const quiet = 100;

/**
 * Seconds until a newcomer can sign in again: old mails leave first, four at a
 * time.
 */
const soonest = 30;

const token = 'of-these-runs-only'.repeat(2);

/** Seconds until a newcomer is signed in, and then until no mail waits. */
async function recover(
  { origin, inbox }: Service,
  databaseUrl: string,
): Promise<{ signedIn: number; delivered: number }> {
  const ended = performance.now();
  const elapsed = () => (performance.now() - ended) / 1_000;
  while ((await sendCode(origin, freshEmail('again'))).status !== 200) await sleep(100);
  await signIn(origin, inbox, freshEmail('newcomer'));
  const signedIn = elapsed();
  await using look = await lookInto(databaseUrl);
  await settled(look);
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

/**
 * People use the service during a trouble. Checks what operators and people see.
 */
const rideOut = (trouble: Trouble): Scenario => ({
  name: `trouble/${trouble.name}`,
  promise:
    'two log lines, a metric and an alert tell of the trouble, and nothing is lost',
  needs: ['/usr/bin/prometheus'],
  waits: true,
  run: async ({ databaseUrl, short }) => {
    await using way = await trouble.prepare(databaseUrl);
    await using service = await startService(way.databaseUrl, {
      settings: {
        ...unlimited,
        LIMIT_SEND_PER_IP: String(sendsPerNetwork),
        METRICS_TOKEN: token,
        LOG_LEVEL: 'info',
      },
    });
    const { origin, inbox, instances } = service;
    await using prometheus = await startPrometheus({ origin, token }, short);
    const signingIn = Array.from({ length: users }, () =>
      signIn(origin, inbox, freshEmail('user')),
    );
    const load = startLoad(service, await Promise.all(signingIn), {
      kinds: everything,
      rest: short ? restOfShort : rest,
    });
    await sleep(before * 1_000);
    const seconds = lasting(short);
    const began = Date.now() / 1_000;
    await way.begin(service, seconds * 1_000);
    await sleep(seconds * 900);
    const { text: shown } = await ask(`${origin}/readyz`);
    await sleep(seconds * 100);
    const alerted = await alertFigures(trouble, prometheus, { began, seconds });
    await way.end(service);
    const { signedIn, delivered } = await recover(service, way.databaseUrl);
    await load.stop();
    const lost = await lostFigures(load, service);
    if (!short) await sleep(quiet * 1_000);
    const isTold = seconds <= trouble.toldAfter || trouble.readiness.test(shown);
    return [
      ...logFigures(trouble, instances[0].stdout(), { seconds, isWhole: !short }),
      ...alerted,
      holds(`/readyz says ${shown}`, isTold),
      {
        name: 'a newcomer is signed in after',
        value: signedIn,
        unit: 's',
        atMost: soonest,
      },
      { name: 'all mail has left after', value: delivered, unit: 's' },
      ...answerFigures(load.answers, { unavailable: trouble.refuses ? 1 : 0 }),
      ...lost,
    ];
  },
});

export const riddenOut: Scenario[] = troubles.map(rideOut);
