import { createHmac, randomUUID } from 'node:crypto';
import type { HttpRequest } from './caller.ts';
import { batches, search } from './moderation.ts';
import type { Scenario } from './scenario.ts';
import { send } from './send.ts';
import { benchSecret } from './settings.ts';
import { signIns } from './sign-in.ts';
import { asPerson, type Person } from './sides.ts';

const pageSize = 20;

/** Pages that the calls read. Fewer profiles have fewer pages. */
const mostPages = 1_000;

const json = { 'content-type': 'application/json' };

const ofProfiles = new Set(['service', 'by hand'] as const);

/** better-auth's session cookie: the token and its signature. */
function betterAuthSession(number: number): HttpRequest {
  const token = `session-token-${number + 1}`;
  const signature = createHmac('sha256', benchSecret).update(token).digest('base64');
  const cookie = `better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
  return { method: 'GET', path: '/api/auth/get-session', headers: { cookie } };
}

type Call = { method: string; path: string; body?: unknown };

function requestOf({ method, path, body }: Call, { token }: Person): HttpRequest {
  const headers = asPerson(token);
  return body === undefined
    ? { method, path, headers }
    : { method, path, headers: { ...headers, ...json }, body: JSON.stringify(body) };
}

type Documented = Pick<Scenario, 'name' | 'group' | 'count'> & {
  kinds?: Scenario['kinds'];
  call: (person: Person, number: number) => Call;
};

/** Requests of the people in turn. */
const documented = ({ kinds = ofProfiles, call, ...scenario }: Documented): Scenario => ({
  ...scenario,
  kinds,
  requestOf: (person, number) => requestOf(call(person, number), person),
  prepare: async (subject, count) => {
    const { people, kind, origin } = subject;
    const requests = Array.from({ length: count }, (_, number) => {
      const at = number % people.length;
      const person = people[at] ?? { token: '', username: '' };
      return kind === 'better-auth'
        ? betterAuthSession(at)
        : requestOf(call(person, number), person);
    });
    return { count, run: (load) => send(origin, requests, load) };
  },
});

const page = (number: number): Call => ({
  method: 'GET',
  path: `/api/v1/profiles?page=${number}&limit=${pageSize}`,
});

const batch = (name: 'hideMany' | 'restoreMany'): Scenario => ({
  name,
  group: 'moderation',
  count: 4,
  kinds: new Set(['service']),
  prepare: (subject, count) => batches(subject, name, count),
});

/**
 * Reads come first, because writes add rows to them.
 * @param size profiles at the beginning
 */
export const scenariosOf = (size: number): Scenario[] => [
  documented({
    name: 'read oneself',
    group: 'reads',
    count: 4_000,
    kinds: new Set(['service', 'by hand', 'better-auth']),
    call: () => ({ method: 'GET', path: '/api/v1/users/me' }),
  }),
  documented({ name: 'first page', group: 'reads', count: 1_000, call: () => page(1) }),
  documented({
    name: 'pages all different',
    group: 'reads',
    count: 1_000,
    call: (_, number) =>
      page((number % Math.min(mostPages, Math.floor(size / pageSize))) + 1),
  }),
  {
    name: 'search',
    group: 'moderation',
    count: 40,
    kinds: new Set(['service']),
    prepare: async (subject, count) => {
      const requests = Array.from({ length: count }, () =>
        search(subject, { text: 'ma' }),
      );
      return { count, run: (load) => send(subject.origin, requests, load) };
    },
  },
  batch('hideMany'),
  batch('restoreMany'),
  documented({
    name: 'update oneself',
    group: 'writes',
    count: 1_000,
    call: () => ({
      method: 'PATCH',
      path: '/api/v1/users/me',
      body: { worldId: `world-${randomUUID()}` },
    }),
  }),
  documented({
    name: 'socials',
    group: 'writes',
    count: 1_000,
    call: ({ username }) => ({
      method: 'PATCH',
      path: `/api/v1/profiles/${username}/socials`,
      body: {
        socials: { x: `https://x.com/${randomUUID()}`, website: null },
        about: `About ${username}: ${randomUUID()}`,
      },
    }),
  }),
  documented({
    name: 'create',
    group: 'writes',
    count: 1_000,
    call: () => ({
      method: 'POST',
      path: '/api/v1/profiles',
      body: { username: `made-${randomUUID()}`, referral: '' },
    }),
  }),
  {
    name: 'sign-in',
    group: 'sign-in',
    count: 200,
    kinds: new Set(['service', 'by hand', 'better-auth']),
    prepare: async (subject, count) => signIns(subject, count),
  },
];
