import { createHmac, randomUUID } from 'node:crypto';
import type { Request } from 'autocannon';
import type { Person } from './people.ts';
import type { SideName } from './side.ts';
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

type Call = { method: string; path: string; body?: () => unknown };

function callOf(workload: Workload, username: string, size: number): Call {
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
          about: `About ${username}, who changes it often.`,
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

/** Who asks for what: `size` is how many profiles there are. */
export type Asking = { workload: Workload; size: number; people: Person[] };

/** One request of the workload for each of the people who ask; better-auth reads sessions of its own and nothing else. */
export function requestsOf(side: SideName, { workload, size, people }: Asking): Request[] {
  return side === 'better-auth'
    ? Array.from({ length: sessionsUsed }, (_, index) => betterAuthRequest(index + 1))
    : people.map(({ token, username }) => requestOf(callOf(workload, username, size), token));
}
