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
  /** The sides that do it. */
  kinds: readonly Side['kind'][];
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
  ofBetterAuth?: boolean;
  call: (person: Person, number: number) => Call;
};

/** Requests of the people in turn. */
function documented({ call, ofBetterAuth = false, ...work }: Documented): Work {
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
    kinds: ['service', 'by hand', ...(ofBetterAuth ? ['better-auth' as const] : [])],
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
function signInRequest(kind: Side['kind'], credentials: Credentials): HttpRequest {
  const [ask, give] =
    kind === 'better-auth'
      ? ['/api/auth/email-otp/send-verification-otp', '/api/auth/sign-in/email-otp']
      : ['/api/v1/auth/send-code', '/api/v1/auth/verify-code'];
  return {
    method: 'POST',
    path: credentials.otp === undefined ? ask : give,
    headers: json,
    body: JSON.stringify(credentials),
  };
}

const { current: key } = createKeyRing([benchSecret]);

/** better-auth's code, which follows from the address. */
function betterAuthCode(email: string): Credentials {
  const digest = createHmac('sha256', benchSecret).update(email).digest();
  const otp = String(digest.readUInt32BE() % 1_000_000).padStart(6, '0');
  return { email, otp };
}

/** The codes that the service mailed, derived as it does. Sent mail belongs to the work. */
async function mailedCodes({ orm }: Side, emails: readonly string[]) {
  const database = statements(orm.em.fork());
  const isQueued = async () => {
    const { rows } = await sql`
      select from outbox where state = 'queued' limit 1
    `.execute(database);
    return rows.length > 0;
  };
  while (await isQueued()) await sleep(10);
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from challenges where email = any(${emails})
  `.execute(database);
  return rows.map(({ id, email }) => ({
    email,
    otp: deriveCodes(key, id, email).short,
  }));
}

/** The seven works. Reads come first, because writes add rows to them. */
export const works: readonly Work[] = [
  documented({
    name: 'read oneself',
    ofBetterAuth: true,
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
    kinds: ['service', 'better-auth'],
    run: async (side, count, send) => {
      const emails = Array.from({ length: count }, () => `${randomUUID()}@example.org`);
      await send(emails.map((email) => signInRequest(side.kind, { email })));
      const codes =
        side.kind === 'better-auth'
          ? emails.map(betterAuthCode)
          : await mailedCodes(side, emails);
      await send(codes.map((code) => signInRequest(side.kind, code)));
    },
  },
];
