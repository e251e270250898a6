import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { statements } from '@namecard/db';
import { createKeyRing } from '@namecard/router';
import { deriveCodes } from '@namecard/router/testing';
import { sql } from 'kysely';
import type { HttpRequest } from './caller.ts';
import { benchSecret } from './settings.ts';
import { asPerson, type Person, type Side } from './sides.ts';

/** Sends requests, and fails unless each succeeds. */
type Send = (requests: readonly HttpRequest[]) => Promise<void>;

export type Work = {
  name: string;
  /** Whether better-auth does it too. */
  isOfAll: boolean;
  /** The most CPU, as a part of the CPU by hand with 20 callers. */
  target?: number;
  run: (side: Side, count: number, send: Send) => Promise<void>;
  /** A request that the service and the server by hand answer alike. */
  requestOf?: (person: Person, number: number) => HttpRequest;
};

const json = { 'content-type': 'application/json' };

/** better-auth's session cookie: the token and its signature. */
function betterAuthSession(number: number): HttpRequest {
  const token = `session-token-${number + 1}`;
  const signature = createHmac('sha256', benchSecret).update(token).digest('base64');
  const cookie = `better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
  return { method: 'GET', path: '/api/auth/get-session', headers: { cookie } };
}

type Call = { method: string; path: string; body?: unknown };

type Documented = Pick<Work, 'name' | 'target'> & {
  isOfAll?: boolean;
  call: (person: Person, number: number) => Call;
};

/** Requests of the people in turn. */
function documented({ call, isOfAll = false, ...work }: Documented): Work {
  const requestOf = (person: Person, number: number): HttpRequest => {
    const { method, path, body } = call(person, number);
    const headers = asPerson(person.token);
    return body === undefined
      ? { method, path: `/api/v1${path}`, headers }
      : {
          method,
          path: `/api/v1${path}`,
          headers: { ...headers, ...json },
          body: JSON.stringify(body),
        };
  };
  let done = 0;
  return {
    ...work,
    isOfAll,
    requestOf,
    run: async ({ people, kind }, count, send) => {
      const requests = Array.from({ length: count }, () => {
        done += 1;
        const at = done % people.length;
        const person = people[at] ?? { token: '', username: '' };
        return kind === 'better-auth' ? betterAuthSession(at) : requestOf(person, done);
      });
      await send(requests);
    },
  };
}

type Credentials = { email: string; otp?: string };

/** Asks for a code, or sends it. */
export function signInRequest(
  { kind }: Pick<Side, 'kind'>,
  credentials: Credentials,
): HttpRequest {
  const [ask, give] =
    kind === 'better-auth'
      ? ['email-otp/send-verification-otp', 'sign-in/email-otp']
      : ['send-code', 'verify-code'];
  const name = credentials.otp === undefined ? ask : give;
  return {
    method: 'POST',
    path: kind === 'better-auth' ? `/api/auth/${name}` : `/api/v1/auth/${name}`,
    headers: json,
    body: JSON.stringify(credentials),
  };
}

const { current: key } = createKeyRing([benchSecret]);

/** The mailed codes, derived as in the service. better-auth's are derived too. */
export async function mailedCodes(
  { kind, orm }: Pick<Side, 'kind' | 'orm'>,
  emails: readonly string[],
): Promise<Credentials[]> {
  if (kind === 'better-auth') {
    return emails.map((email) => {
      const digest = createHmac('sha256', benchSecret).update(email).digest();
      const otp = String(digest.readUInt32BE() % 1_000_000).padStart(6, '0');
      return { email, otp };
    });
  }
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from challenges where email = any(${emails})
  `.execute(statements(orm.em.fork()));
  return rows.map(({ id, email }) => ({
    email,
    otp: deriveCodes(key, id, email).short,
  }));
}

/** Sent mail belongs to the work. */
async function untilDelivered({ kind, orm }: Side): Promise<void> {
  const isQueued = async () => {
    const { rows } = await sql`
      select from outbox where state = 'queued' limit 1
    `.execute(statements(orm.em.fork()));
    return rows.length > 0;
  };
  if (kind === 'better-auth') return;
  while (await isQueued()) await sleep(10);
}

/** The seven works. Reads come first, because writes add rows to them. */
export const works: readonly Work[] = [
  documented({
    name: 'read oneself',
    isOfAll: true,
    target: 0.8,
    call: () => ({ method: 'GET', path: '/users/me' }),
  }),
  documented({
    name: 'first page',
    target: 0.8,
    call: () => ({ method: 'GET', path: '/profiles?page=1&limit=20' }),
  }),
  documented({
    name: 'pages all different',
    target: 0.8,
    call: (_, number) => ({
      method: 'GET',
      path: `/profiles?page=${(number % 1000) + 1}&limit=20`,
    }),
  }),
  documented({
    name: 'update oneself',
    target: 0.8,
    call: () => ({
      method: 'PATCH',
      path: '/users/me',
      body: { worldId: `world-${randomUUID()}` },
    }),
  }),
  documented({
    name: 'socials',
    target: 0.8,
    call: ({ username }) => ({
      method: 'PATCH',
      path: `/profiles/${username}/socials`,
      body: {
        socials: { x: `https://x.com/${randomUUID()}`, website: null },
        about: `About ${username}: ${randomUUID()}`,
      },
    }),
  }),
  documented({
    name: 'create',
    call: () => ({
      method: 'POST',
      path: '/profiles',
      body: { username: `made-${randomUUID()}`, referral: '' },
    }),
  }),
  {
    name: 'sign in',
    isOfAll: true,
    run: async (side, count, send) => {
      const emails = Array.from({ length: count }, () => `${randomUUID()}@example.org`);
      await send(emails.map((email) => signInRequest(side, { email })));
      await untilDelivered(side);
      const codes = await mailedCodes(side, emails);
      await send(codes.map((code) => signInRequest(side, code)));
    },
  },
];
