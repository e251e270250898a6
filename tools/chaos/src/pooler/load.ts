import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '@namecard/testing';
import { checkMails, checkWrites } from '../sign-in/acknowledged.ts';
import { settled } from '../sign-in/fixture/database.ts';
import { format, type Report } from '../sign-in/fixture/findings.ts';
import { openFixture } from '../sign-in/fixture/fixture.ts';
import { type AnswerCounts, startLoad } from '../sign-in/fixture/load.ts';
import { freshEmail, signIn } from '../sign-in/fixture/people.ts';
import { type PoolerSettings, startPooler } from './pgbouncer.ts';
import { checkLimits } from './sessions.ts';

/** People who use the service all the while. */
const users = 12;

/** Of all answers, those that may be 503. */
const fewest = 0.001;

function checkAnswers({ statuses }: AnswerCounts, title: string): Report {
  const { 200: well = 0, 401: refused = 0, 503: unavailable = 0, ...others } = statuses;
  const share = unavailable / (well + refused + unavailable);
  return [
    {
      promise: `${title}: no request gets a 500, a wrong or no answer, and fewer than 0.1 % a 503`,
      kept: well > 0 && share < fewest && Object.keys(others).length === 0,
      figures: `200 ${well}, 401 (wrong codes) ${refused}, 503 ${unavailable} (${(share * 100).toFixed(3)} %), others ${format(others)}`,
    },
  ];
}

const unlimited = {
  MAX_MAILS_PER_HOUR: '0',
  LIMIT_WRONG_PER_DAY: '0',
  MAX_PROFILES_PER_ACCOUNT: '0',
};

/** Has two instances serve people by way of an address for so many seconds, and looks what they were told and what is there. */
export async function useAt(
  databaseUrl: string,
  { title, seconds, settings }: { title: string; seconds: number; settings: Settings },
): Promise<Report> {
  const fixture = await openFixture(databaseUrl, { ...unlimited, ...settings });
  try {
    const signingIn = Array.from({ length: users }, async () =>
      signIn(fixture, freshEmail('user')),
    );
    const load = startLoad(fixture.origins, await Promise.all(signingIn));
    await sleep(seconds * 1_000);
    await load.stop();
    await settled(fixture.database);
    return [
      ...checkAnswers(load.counts, title),
      await checkWrites(fixture, load),
      checkMails(fixture, load),
    ];
  } finally {
    await fixture.close();
  }
}

/** The same behind a pooler, with a look at its sessions. */
export async function useBehind(
  databaseUrl: string,
  pooling: PoolerSettings,
  { seconds, prepare }: { seconds: number; prepare: 'on' | 'off' },
): Promise<Report> {
  await using pooler = await startPooler(databaseUrl, pooling);
  const title = `pool_mode ${pooling.mode}, default_pool_size ${pooling.poolSize}, DATABASE_PREPARE=${prepare}`;
  const [used, limits] = await Promise.all([
    useAt(pooler.url, { title, seconds, settings: { DATABASE_PREPARE: prepare } }),
    checkLimits(pooler.url, seconds >= 30),
  ]);
  return [...used, ...limits];
}
