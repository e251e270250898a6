import { createHmac, randomUUID } from 'node:crypto';
import type { Request } from 'autocannon';
import { seededPeople } from '../../../../apps/api/src/seed/people.ts';
import type { SideName } from './servers/side.ts';
import { benchSecret, sessionsUsed } from './settings.ts';

const pageSize = 20;

/** What is asked for over and over, each by one request. Signing in takes two; see `sign-in.ts`. */
export const workloads = [
  'first page',
  'middle page',
  'read oneself',
  'update oneself',
  'update socials',
  'create profile',
] as const;

export type Workload = (typeof workloads)[number];

type Person = { number: number; token: string; username: string };

/** The first of the seeded people: as many users as profiles, so that each has the profile of their own number. */
function peopleOf(size: number): Person[] {
  const people = seededPeople({ users: size, profiles: size, sessions: size, seed: 1 });
  return Array.from({ length: Math.min(sessionsUsed, size) }, (_, index) => ({
    number: index + 1,
    token: people.session(index + 1).token,
    username: people.profile(index + 1).username,
  }));
}

type Call = { method: string; path: string; body?: () => unknown };

function callOf(workload: Workload, { number, username }: Person, size: number): Call {
  switch (workload) {
    case 'first page':
      return { method: 'GET', path: `/api/v1/profiles?page=1&limit=${pageSize}` };
    case 'middle page': {
      const page = Math.max(2, Math.floor(size / 2 / pageSize));
      return { method: 'GET', path: `/api/v1/profiles?page=${page}&limit=${pageSize}` };
    }
    case 'read oneself':
      return { method: 'GET', path: '/api/v1/users/me' };
    case 'update oneself':
      return {
        method: 'PATCH',
        path: '/api/v1/users/me',
        body: () => ({ worldId: `world-${randomUUID()}` }),
      };
    case 'update socials':
      return {
        method: 'PATCH',
        path: `/api/v1/profiles/${username}/socials`,
        body: () => ({
          socials: { x: `https://x.com/${randomUUID()}`, website: null },
          about: `About person ${number}, who changes it often.`,
        }),
      };
    case 'create profile':
      return {
        method: 'POST',
        path: '/api/v1/profiles',
        body: () => ({ username: `made-${randomUUID()}`, referral: '' }),
      };
  }
}

function requestOf({ method, path, body }: Call, token: string): Request {
  const headers = { authorization: `Bearer ${token}` };
  if (body === undefined) {
    return { method, path, headers };
  }
  return {
    method,
    path,
    headers: { ...headers, 'content-type': 'application/json' },
    setupRequest: (request) => ({ ...request, body: JSON.stringify(body()) }),
  };
}

/** better-auth's session cookie: the token and its signature. */
function betterAuthRequest(number: number): Request {
  const token = `session-token-${number}`;
  const signature = createHmac('sha256', benchSecret).update(token).digest('base64');
  const cookie = `better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
  return { method: 'GET', path: '/api/auth/get-session', headers: { cookie } };
}

/** One request of the workload for each of the people who ask; better-auth reads sessions and nothing else. */
export function requestsOf(side: SideName, workload: Workload, size: number): Request[] {
  return peopleOf(size).map((person) =>
    side === 'better-auth'
      ? betterAuthRequest(person.number)
      : requestOf(callOf(workload, person, size), person.token),
  );
}
