import { setTimeout as sleep } from 'node:timers/promises';
import { fakePostmark, startService, type FakePostmark } from '@namecard/testing';
import { sendCode } from '../sign-in/fixture/ask.ts';
import { byTurns, openFixture, productionSettings } from '../sign-in/fixture/fixture.ts';
import { soon } from '../sign-in/fixture/inbox.ts';
import type { Figure } from '../figures.ts';
import type { Scenario } from './scenario.ts';

/** Milliseconds from asking to the mail, the newcomer's limit, and how often is looked. */
const [longestWait, interval] = [10_000, 50];

type Flood = {
  name: string;
  count: number;
  ipOf: (index: number) => string;
};

const isOfFlood = (email: string) => email.startsWith('flood-');

/** Asks for codes for as many made-up addresses, twenty at a time, and returns how many of the answers were 200. */
async function flood(origin: string, { count, ipOf }: Flood): Promise<number> {
  let asked = 0;
  let taken = 0;
  const loop = async () => {
    while (asked < count) {
      const index = asked++;
      const question = { ip: ipOf(index) };
      const { status } = await sendCode(
        origin,
        `flood-${index}@nowhere.example`,
        question,
      );
      taken += status === 200 ? 1 : 0;
    }
  };
  await Promise.all(Array.from({ length: 20 }, loop));
  return taken;
}

/** Milliseconds until a newcomer of another network has their mail; NaN where none comes in time. */
async function newcomerWaits(origin: string, postmark: FakePostmark): Promise<number> {
  const email = 'newcomer@elsewhere.example';
  const began = performance.now();
  await sendCode(origin, email, { ip: '203.0.113.7' });
  while (performance.now() - began < longestWait) {
    if (postmark.mails().some(({ to }) => to === email)) return performance.now() - began;
    await sleep(interval);
  }
  return Number.NaN;
}

async function figuresOf(databaseUrl: string, given: Flood): Promise<Figure[]> {
  await using started = new AsyncDisposableStack();
  const postmark = started.use(await fakePostmark());
  const { origin, stop } = await startService(productionSettings(databaseUrl, postmark));
  started.defer(async () => {
    await stop('SIGKILL');
  });
  const taken = await flood(origin, given);
  const newcomer = await newcomerWaits(origin, postmark);
  return [
    { name: 'a newcomer’s mail', value: newcomer, unit: 'ms', atMost: longestWait },
    { name: 'codes asked for', value: taken, atLeast: given.count },
    {
      name: 'mails that the flood got',
      value: postmark.mails().filter(({ to }) => isOfFlood(to)).length,
    },
  ];
}

const floods: Flood[] = [
  { name: 'mail-of-one-network', count: 1_000, ipOf: () => '192.0.2.1' },
  { name: 'mail-of-two-networks', count: 2_000, ipOf: (index) => `192.0.${index % 2}.1` },
  {
    name: 'mail-of-one-allocation',
    count: 2_000,
    ipOf: (index) => `2001:db8:${index.toString(16)}::1`,
  },
];

/** Milliseconds in which two workers look for mail several times. */
const aFewLooks = 5_000;

/** Two instances that share a budget so small that none of it comes back meanwhile. */
const sharedBudget: Scenario = {
  name: 'mail-of-two-instances',
  run: async ({ databaseUrl }) => {
    const budget = 30;
    const fixture = await openFixture(databaseUrl, {
      MAX_MAILS_PER_HOUR: String(budget),
    });
    try {
      await Promise.all(
        Array.from({ length: 100 }, async (_, index) =>
          sendCode(byTurns(fixture.origins, index), `flood-${index}@nowhere.example`),
        ),
      );
      await soon(() => fixture.inbox.mails[budget - 1], 'the budget was not used up');
      await sleep(aFewLooks);
      const value = fixture.inbox.mails.length;
      return [
        { name: 'mails of 100, 30 an hour', value, atLeast: budget, atMost: budget },
      ];
    } finally {
      await fixture.close();
    }
  },
};

/** At the default limits, how long somebody elsewhere waits for a first mail after many were asked for. */
const newcomers: Scenario[] = floods.map((given) => ({
  name: given.name,
  run: ({ databaseUrl, short }) =>
    figuresOf(databaseUrl, short ? { ...given, count: given.count / 10 } : given),
}));

export const mail: Scenario[] = [...newcomers, sharedBudget];
