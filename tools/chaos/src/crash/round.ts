import {
  fetchJson,
  runService,
  signIn,
  type DataDirectory,
  type ServiceProcess,
} from '@namecard/testing';
import { z } from 'zod';

export type Victim = 'service' | 'database';

export type CrashRound = {
  /** Creations that the client was told had succeeded. */
  acknowledged: string[];
  /** Those of them that were there after the next start. */
  found: string[];
  /** Creations that were under way or not begun when the process was killed. */
  interrupted: number;
};

const creations = 100;

/** Creations under way at a time. */
const concurrency = 8;

const Mine = z.object({
  data: z.object({ profiles: z.array(z.object({ username: z.string() })) }),
});

const start = ({ path }: DataDirectory): ServiceProcess =>
  runService({ DATA_DIR: path, LOG_LEVEL: 'silent', MAX_PROFILES_PER_ACCOUNT: '0' });

/** Kills without warning, as `kill -9` does. */
function strike(victim: Victim, service: ServiceProcess, directory: DataDirectory): void {
  const postmaster = directory.postmasterPid();
  if (victim === 'service') {
    void service.stop('SIGKILL');
  } else if (postmaster !== undefined) {
    process.kill(postmaster, 'SIGKILL');
  }
}

/** Creates one profile; whether that was acknowledged. */
async function create(origin: string, token: string, username: string): Promise<boolean> {
  const question = { token, json: { username, referral: '' } };
  try {
    return (await fetchJson(`${origin}/api/v1/profiles`, question)).status === 200;
  } catch {
    // The connection is gone, and with it the answer.
    return false;
  }
}

/** Creates profiles until all are made or one is not, striking after so many are acknowledged. */
async function createUntilStruck(
  call: { origin: string; token: string; name: string },
  after: number,
  hit: () => void,
): Promise<string[]> {
  const usernames = Array.from(
    { length: creations },
    (_, index) => `${call.name}-${index}`,
  );
  const acknowledged: string[] = [];
  const work = async (): Promise<void> => {
    for (let username = usernames.shift(); username; username = usernames.shift()) {
      if (!(await create(call.origin, call.token, username))) {
        return;
      }
      acknowledged.push(username);
      if (acknowledged.length === after) {
        hit();
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return acknowledged;
}

/** The account's profiles, asked for with the token from before the crash. */
async function readMine(origin: string, token: string): Promise<Set<string>> {
  const { body } = await fetchJson(`${origin}/api/v1/users/me/profiles?limit=100`, {
    token,
  });
  return new Set(Mine.parse(body).data.profiles.map(({ username }) => username));
}

/**
 * Starts the service on the directory, kills it, or the database, with SIGKILL in the middle of 100 creations of profiles,
 * starts it again and compares what was acknowledged with what is there.
 * @param name begins the usernames and the address of this round: another in each round of one directory
 */
export async function crashRound(
  directory: DataDirectory,
  { victim, name, after }: { victim: Victim; name: string; after: number },
): Promise<CrashRound> {
  await using service = start(directory);
  const addresses = await service.ready;
  const { origin } = addresses;
  const token = await signIn(addresses, `${name}@example.com`);
  const acknowledged = await createUntilStruck({ origin, token, name }, after, () => {
    strike(victim, service, directory);
  });
  await service.stop();
  await using next = start(directory);
  const there = await readMine((await next.ready).origin, token);
  await next.stop();
  return {
    acknowledged,
    found: acknowledged.filter((username) => there.has(username)),
    interrupted: creations - acknowledged.length,
  };
}
