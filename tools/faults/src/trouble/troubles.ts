import { setTimeout as sleep } from 'node:timers/promises';
import { answerWith, refuseWith, type Respond } from '@namecard/testing';
import { sendCode } from '../harness/ask.ts';
import { startPostgres } from '../harness/postgres.ts';
import type { Service } from '../harness/start-service.ts';
import { moveToSmallDisk } from './small-disk.ts';
import type { Trouble, Way } from './trouble.ts';

/**
 * Codes that one network may request in an hour. Below the default, so that a
 * stranger reaches it soon.
 */
export const sendsPerNetwork = 20;

const reset: Respond = (_request, response) => void response.socket?.destroy();

/**
 * A provider's refusals in turn: our account, its own failure, a foreign page, a
 * lost connection, its limits.
 */
const refusals: Respond[] = [
  refuseWith(401, 10),
  answerWith(500, { Message: 'Server Error' }),
  answerWith(200, '<!doctype html>'),
  reset,
  refuseWith(429, 429, { 'retry-after': '5' }),
];

const mailTrouble = {
  log: { begun: 'mail_trouble_begun', over: 'mail_trouble_over', says: /./ },
  metric: 'sum(namecard_deliveries_total{outcome=~"retry|misconfigured"})',
  alert: 'NamecardMailProvider',
  readiness: /"database":"ok","mail":"degraded"/,
  refuses: false,
};

/** `respondent` gives the answer to a mail, by the elapsed share of the time. */
const answering = (respondent: (share: number) => Respond | undefined) => ({
  prepare: async (databaseUrl: string): Promise<Way> => ({
    databaseUrl,
    begin: async ({ inbox }, milliseconds) => {
      const began = performance.now();
      inbox.treat(() => respondent((performance.now() - began) / milliseconds));
    },
    end: async ({ inbox }) => inbox.treat(undefined),
    [Symbol.asyncDispose]: async () => {},
  }),
});

const databaseTrouble = (trouble: string) => ({
  log: {
    begun: 'database_trouble_begun',
    over: 'database_trouble_over',
    says: new RegExp(`"trouble":"${trouble}"`),
  },
  metric: `sum(namecard_database_failures_total{trouble="${trouble}"})`,
  refuses: true,
});

/** Asks for codes for new addresses from one network until stopped. */
function keepAsking({ origin }: Service) {
  const stopping = new AbortController();
  const run = async () => {
    for (let asked = 0; !stopping.signal.aborted; asked += 1) {
      await sendCode(origin, `stranger-${asked}@example.com`, { ip: '203.0.113.9' });
      await sleep(200);
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}

export const troubles: Trouble[] = [
  {
    ...mailTrouble,
    name: 'provider-refuses',
    toldAfter: 15,
    ...answering((share) => refusals[Math.floor(share * refusals.length)]),
  },
  {
    ...mailTrouble,
    name: 'provider-hangs',
    // A hanging provider counts as trouble only after a minute.
    toldAfter: 80,
    ...answering(() => () => {}),
  },
  {
    ...databaseTrouble('disk_full'),
    name: 'disk-full',
    toldAfter: 10,
    alert: 'NamecardDiskFull',
    readiness: /"status":"ok","database":"full"/,
    prepare: async (databaseUrl) => {
      const disk = await moveToSmallDisk(databaseUrl);
      return {
        databaseUrl,
        begin: () => disk.fill(),
        end: () => disk.free(),
        [Symbol.asyncDispose]: () => disk[Symbol.asyncDispose](),
      };
    },
  },
  {
    ...databaseTrouble('unreachable'),
    name: 'database-away',
    toldAfter: 10,
    alert: 'NamecardDatabaseTrouble',
    readiness: /"status":"unavailable","database":"unavailable"/,
    prepare: async () => {
      const postgres = await startPostgres();
      return {
        databaseUrl: postgres.url,
        begin: () => postgres.crash(),
        end: () => postgres.launch(),
        [Symbol.asyncDispose]: () => postgres[Symbol.asyncDispose](),
      };
    },
  },
  {
    name: 'stranger-limited',
    log: { begun: 'limit_begun', over: 'limit_over', says: /"limit":"sends_per_ip"/ },
    toldAfter: 15,
    metric: 'sum(namecard_limited_total{limit="sends_per_ip"})',
    alert: 'NamecardLimited',
    readiness: /"database":"ok","mail":"ok"/,
    refuses: false,
    prepare: async (databaseUrl) => {
      let stop: (() => Promise<void>) | undefined;
      return {
        databaseUrl,
        begin: async (befallen) => {
          stop = keepAsking(befallen);
        },
        end: async () => stop?.(),
        [Symbol.asyncDispose]: async () => stop?.(),
      };
    },
  },
];
