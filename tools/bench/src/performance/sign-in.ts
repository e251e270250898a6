import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openOrm, statements, type Orm } from '@namecard/db';
import { createKeyRing } from '@namecard/router';
import { deriveCodes } from '@namecard/router/testing';
import { sql } from 'kysely';
import { load, type Load } from './load.ts';
import type { RunningSide } from './side.ts';
import { benchSecret } from './settings.ts';
import type { SignInCall } from './sign-in-calls.ts';

const { current: key } = createKeyRing([benchSecret]);

const database = (orm: Orm) => statements(orm.em.fork());

/** The codes that were mailed, worked out from the challenges' rows as the service does. */
export async function mailedCodes(orm: Orm, emails: string[]): Promise<SignInCall[]> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from challenges where email = any(${emails})
  `.execute(database(orm));
  return rows.map(({ id, email }) => ({
    email,
    otp: deriveCodes(key, id, email, 6).short,
  }));
}

/** What `peers/better-auth` mails. */
const betterAuthCode = (email: string): SignInCall => {
  const digest = createHmac('sha256', benchSecret).update(email).digest();
  return { email, otp: String(digest.readUInt32BE() % 1_000_000).padStart(6, '0') };
};

/** Mail that was promised belongs to the work: waits until it has left, and tells the seconds that took. */
async function untilDelivered(orm: Orm): Promise<number> {
  const began = performance.now();
  const isQueued = async () => {
    const { rows } = await sql`select from outbox where state = 'queued' limit 1`.execute(
      database(orm),
    );
    return rows.length > 0;
  };
  while (await isQueued()) {
    await sleep(10);
  }
  return (performance.now() - began) / 1_000;
}

/** Signing in: both calls of each user together, and apart. Seconds are of the calls and of what mail left to do. */
export type SignIns = { together: Load; ask: Load; give: Load };

/** Signs so many new users in, at a rate of calls or as fast as may be: first all ask for a code, then all give it. */
export async function signIn(
  side: RunningSide,
  databaseUrl: string,
  { users, callers, rate }: { users: number; callers: number; rate?: number | undefined },
): Promise<SignIns> {
  const orm = await openOrm({ url: databaseUrl, poolSize: 1 });
  try {
    const run = randomUUID();
    const emails = Array.from(
      { length: users },
      (_, index) => `${run}-${index}@example.org`,
    );
    const send = async (calls: SignInCall[]) =>
      load({
        kind: 'calls',
        side: side.name,
        origins: side.origins,
        callers,
        rate,
        calls,
      });
    const isOurs = side.name !== 'better-auth';
    const ask = await send(emails.map((email) => ({ email })));
    const delivery = isOurs ? await untilDelivered(orm) : 0;
    const give = await send(
      isOurs ? await mailedCodes(orm, emails) : emails.map(betterAuthCode),
    );
    const together = {
      requests: users,
      failures: 0,
      seconds: ask.seconds + delivery + give.seconds,
      latencies: [...ask.latencies, ...give.latencies],
    };
    return { together, ask, give };
  } finally {
    await orm.close();
  }
}
