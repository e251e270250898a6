import { setTimeout as sleep } from 'node:timers/promises';
import { sendCode } from '../harness/ask.ts';
import { exactly, type Figure } from '../harness/figures.ts';
import type { Inbox } from '../harness/inbox.ts';
import type { Scenario } from '../harness/scenario.ts';
import { byTurns, startService } from '../harness/start-service.ts';
import { soon } from '../harness/soon.ts';

/** Milliseconds: the newcomer's limit, and between two checks. */
const [longestWait, interval] = [10_000, 50];

type Flood = {
  name: string;
  count: number;
  ipOf: (index: number) => string;
};

const isOfFlood = (email: string) => email.startsWith('flood-');

/**
 * Asks for codes for made-up addresses, twenty at a time. Returns the number of
 * 200s.
 */
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

/**
 * Milliseconds until a newcomer in another network has a mail. NaN if it is too
 * late.
 */
async function newcomerWaits(origin: string, inbox: Inbox): Promise<number> {
  const email = 'newcomer@elsewhere.example';
  const began = performance.now();
  await sendCode(origin, email, { ip: '203.0.113.7' });
  while (performance.now() - began < longestWait) {
    if (inbox.to(email).length > 0) return performance.now() - began;
    await sleep(interval);
  }
  return Number.NaN;
}

async function figuresOf(databaseUrl: string, given: Flood): Promise<Figure[]> {
  await using service = await startService(databaseUrl);
  const { origin, inbox } = service;
  const taken = await flood(origin, given);
  const newcomer = await newcomerWaits(origin, inbox);
  return [
    { name: 'a newcomer’s mail', value: newcomer, unit: 'ms', atMost: longestWait },
    { name: 'codes asked for', value: taken, atLeast: given.count },
    {
      name: 'mails that the flood got',
      value: inbox.mails.filter(({ to }) => isOfFlood(to)).length,
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

/** Two instances share a budget that is too small to refill during the test. */
const sharedBudget: Scenario = {
  name: 'abuse/mail-of-two-instances',
  promise: 'two instances share one budget of mail',
  run: async ({ databaseUrl }) => {
    const budget = 30;
    const settings = { MAX_MAILS_PER_HOUR: String(budget) };
    await using service = await startService(databaseUrl, { instances: 2, settings });
    const { inbox, origins } = service;
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) =>
        sendCode(byTurns(origins, index), `flood-${index}@nowhere.example`),
      ),
    );
    await soon(() => inbox.mails[budget - 1], 'the budget was not used up');
    await sleep(aFewLooks);
    return [exactly('mails of 100, 30 an hour', inbox.mails.length, budget)];
  },
};

/** With the default limits. */
const newcomers: Scenario[] = floods.map((given) => ({
  name: `abuse/${given.name}`,
  promise: 'during a flood, a newcomer in another network gets a mail within 10 s',
  run: ({ databaseUrl, short }) =>
    figuresOf(databaseUrl, short ? { ...given, count: given.count / 10 } : given),
}));

export const mail: Scenario[] = [...newcomers, sharedBudget];
