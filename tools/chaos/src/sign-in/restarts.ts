import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './fixture/ask.ts';
import { checkAnswers, checkMails, checkWrites } from './acknowledged.ts';
import { settled } from './fixture/database.ts';
import type { Report } from './fixture/findings.ts';
import { soon } from './fixture/inbox.ts';
import { startLoad, type Load } from './fixture/load.ts';
import { freshEmail, signIn } from './fixture/people.ts';
import { untilAccepting, type OwnPostgres } from './fixture/postgres.ts';
import type { Fixture } from './fixture/fixture.ts';
import { keepTerminating } from './terminations.ts';

/** People who use the service all the while. */
const users = 12;

export type Restarts = {
  /** How PostgreSQL ends each time. */
  ends: ('fast' | 'crash')[];
  /** Milliseconds for which it is gone, and for which it serves before it goes; connections are ended for as long. */
  gone: number;
  serving: number;
  /** Called when everything is over, before mails are waited for. */
  afterwards?: (fixture: Fixture) => Promise<void>;
};

type Return = { whileGone: string[]; milliseconds: number[] };

/** Milliseconds from now until the instance answers a signed-in user again. */
async function untilServing(origin: string, token: string): Promise<number> {
  const began = performance.now();
  while ((await ask(`${origin}/api/v1/users/me`, { token })).status !== 200) {
    await sleep(5);
  }
  return performance.now() - began;
}

async function lookWhileGone(origin: string, token: string): Promise<string> {
  const { status, headers } = await ask(`${origin}/api/v1/users/me`, { token });
  return `${status} Retry-After ${headers['retry-after']}`;
}

/** Lets PostgreSQL end and come back, and looks at both instances before and after. */
async function restart(
  { origins }: Fixture,
  postgres: OwnPostgres,
  { token, load }: { token: string; load: Load },
  { how, gone }: { how: 'fast' | 'crash'; gone: number },
): Promise<Return> {
  const refused = () => load.counts.statuses['503'] ?? 0;
  const before = refused();
  await postgres.halt(how);
  await sleep(gone);
  await soon(() => refused() > before || undefined, 'no request met the missing database');
  const whileGone = await Promise.all(origins.map(async (origin) => lookWhileGone(origin, token)));
  postgres.launch();
  await untilAccepting(postgres.url);
  const milliseconds = await Promise.all(
    origins.map(async (origin) => untilServing(origin, token)),
  );
  return { whileGone, milliseconds };
}

/** Restarts PostgreSQL again and again while people use the service, then ends single connections, and looks what became of what they were told. */
export async function restartUnderLoad(
  fixture: Fixture,
  postgres: OwnPostgres,
  { ends, gone, serving, afterwards }: Restarts,
): Promise<Report> {
  const tokens = await Promise.all(
    Array.from({ length: users }, async () => signIn(fixture, freshEmail('user'))),
  );
  const load = startLoad(fixture.origins, tokens);
  const returns: Return[] = [];
  for (const how of ends) {
    await sleep(serving);
    returns.push(await restart(fixture, postgres, { token: tokens[0] ?? '', load }, { how, gone }));
  }
  const terminated = await keepTerminating(fixture.database, serving);
  await sleep(serving);
  await load.stop();
  await afterwards?.(fixture);
  await settled(fixture.database);
  return [
    ...checkReturns(ends, returns),
    {
      figures: `connections ended at moments of chance: within a statement ${terminated.active}, between two of a transaction ${terminated.between}`,
    },
    checkAnswers(load.counts),
    await checkWrites(fixture, load),
    checkMails(fixture, load),
  ];
}

function checkReturns(ends: string[], returns: Return[]): Report {
  const looks = new Set(returns.flatMap(({ whileGone }) => whileGone));
  const times = returns.map(
    ({ milliseconds }, index) =>
      `${ends[index]} ${milliseconds.map((time) => time.toFixed(0)).join('/')}`,
  );
  return [
    {
      promise: `PostgreSQL restarted ${ends.length} times under load: 503 with Retry-After while it is gone, then service again`,
      kept: [...looks].every((look) => /^503 Retry-After \d+$/.test(look)),
      figures: `while gone: ${[...looks].join(', ')}`,
    },
    {
      figures: `ms from its first answer until either instance serves again (wanted: under 2000): ${times.join(', ')}`,
    },
  ];
}
