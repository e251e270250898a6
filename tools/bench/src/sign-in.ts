import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openOrm, statements, type Orm } from '@namecard/db';
import { createKeyRing } from '@namecard/router';
import { deriveCodes } from '@namecard/router/testing';
import { sql } from 'kysely';
import type { HttpRequest } from './caller.ts';
import type { Burst } from './scenario.ts';
import { send, type Load } from './send.ts';
import { benchSecret } from './settings.ts';
import type { Subject } from './sides.ts';

type Credentials = { email: string; otp?: string };

const { current: key } = createKeyRing([benchSecret]);

const paths = {
  ours: { ask: '/api/v1/auth/send-code', give: '/api/v1/auth/verify-code' },
  betterAuth: {
    ask: '/api/auth/email-otp/send-verification-otp',
    give: '/api/auth/sign-in/email-otp',
  },
};

/** Asks for a code, or sends it. */
export function signInRequest(
  { kind }: Pick<Subject, 'kind'>,
  credentials: Credentials,
): HttpRequest {
  const { ask, give } = kind === 'better-auth' ? paths.betterAuth : paths.ours;
  return {
    method: 'POST',
    path: credentials.otp === undefined ? ask : give,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  };
}

/** The mailed codes, derived from the challenges as in the service. */
export async function mailedCodes(
  orm: Orm,
  emails: readonly string[],
): Promise<Credentials[]> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from challenges where email = any(${emails})
  `.execute(statements(orm.em.fork()));
  return rows.map(({ id, email }) => ({
    email,
    otp: deriveCodes(key, id, email).short,
  }));
}

/** The code that better-auth mails. */
function betterAuthCode(email: string): Credentials {
  const digest = createHmac('sha256', benchSecret).update(email).digest();
  return { email, otp: String(digest.readUInt32BE() % 1_000_000).padStart(6, '0') };
}

/** Sent mail belongs to the work. Returns the seconds until it has left. */
async function untilDelivered(orm: Orm): Promise<number> {
  const began = performance.now();
  const isQueued = async () => {
    const { rows } = await sql`
      select from outbox where state = 'queued' limit 1
    `.execute(statements(orm.em.fork()));
    return rows.length > 0;
  };
  while (await isQueued()) await sleep(10);
  return (performance.now() - began) / 1_000;
}

/**
 * New users sign in: all ask for a code, wait for the mails, then send the codes.
 */
export function signIns(subject: Subject, users: number): Burst {
  const emails = Array.from({ length: users }, () => `${randomUUID()}@example.org`);
  const sendAll = (all: readonly Credentials[], { callers, rate }: Load) => {
    const requests = all.map((each) => signInRequest(subject, each));
    // Two calls for each user.
    return send(subject.origin, requests, { callers, rate: rate && rate * 2 });
  };
  const run = async (load: Load) => {
    if (subject.kind === 'better-auth') {
      const asked = await sendAll(
        emails.map((email) => ({ email })),
        load,
      );
      const given = await sendAll(emails.map(betterAuthCode), load);
      return {
        seconds: asked.seconds + given.seconds,
        latencies: [...asked.latencies, ...given.latencies],
      };
    }
    const orm = await openOrm({ url: subject.databaseUrl, poolSize: 1 });
    try {
      const asked = await sendAll(
        emails.map((email) => ({ email })),
        load,
      );
      const delivery = await untilDelivered(orm);
      const given = await sendAll(await mailedCodes(orm, emails), load);
      return {
        seconds: asked.seconds + delivery + given.seconds,
        latencies: [...asked.latencies, ...given.latencies],
      };
    } finally {
      await orm.close();
    }
  };
  return { count: users, run };
}
