import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { Person } from './people.ts';
import type { SideName } from './side.ts';
import { benchSecret, sessionsUsed } from './settings.ts';

const pageSize = 20;

/** What is asked for over and over, each by one request. Signing in takes two; see `sign-in.ts`. */
export const workloads = [
  'first page',
  'Zipf pages',
  'different pages',
  'middle page',
  'read oneself',
  'update oneself',
  'update socials',
  'create profile',
] as const;

export type Workload = (typeof workloads)[number];

export type HttpRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
};

/** Makes the request that is sent next: what is written differs each time. */
export type MakeRequest = () => HttpRequest;

export const jsonHeaders = { 'content-type': 'application/json' };

/** The pages that requests are spread over, where there are as many. */
const mostPages = 1_000;

/** How often pages are drawn before the draw begins again. */
const draws = 5_000;

/** The same in each run: every side is asked for the same pages in the same order. */
const chance = (number: number) =>
  createHash('sha256').update(String(number)).digest().readUInt32BE() / 2 ** 32;

/** Page numbers by Zipf's law with s = 1: the second is asked for half as often as the first, the third a third as often. */
export function zipfPages(pages: number): number[] {
  let sum = 0;
  const ends = Array.from({ length: pages }, (_, index) => (sum += 1 / (index + 1)));
  return Array.from({ length: draws }, (_, number) => {
    const drawn = chance(number) * sum;
    return ends.findIndex((end) => drawn < end) + 1;
  });
}

/** The pages that a workload reads, in order; of a workload that reads none, nothing. */
function pagesOf(workload: Workload, size: number): number[] {
  const pages = Math.min(mostPages, Math.floor(size / pageSize));
  switch (workload) {
    case 'first page':
      return [1];
    case 'Zipf pages':
      return zipfPages(pages);
    case 'different pages':
      return Array.from({ length: pages }, (_, index) => index + 1);
    case 'middle page':
      return [Math.max(2, Math.floor(size / 2 / pageSize))];
    default:
      return [];
  }
}

type Call = { method: string; path: string; body?: () => unknown };

const pageCall = (page: number): Call => ({
  method: 'GET',
  path: `/api/v1/profiles?page=${page}&limit=${pageSize}`,
});

function callOf(workload: Workload, username: string): Call {
  switch (workload) {
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
    default:
      return { method: 'GET', path: '/api/v1/users/me' };
  }
}

function requestOf({ method, path, body }: Call, token: string): MakeRequest {
  const headers = { authorization: `Bearer ${token}` };
  if (body === undefined) {
    return () => ({ method, path, headers });
  }
  return () => ({
    method,
    path,
    headers: { ...headers, ...jsonHeaders },
    body: JSON.stringify(body()),
  });
}

/** better-auth's session cookie: the token and its signature. */
function betterAuthRequest(number: number): MakeRequest {
  const token = `session-token-${number}`;
  const signature = createHmac('sha256', benchSecret).update(token).digest('base64');
  const cookie = `better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
  return () => ({ method: 'GET', path: '/api/auth/get-session', headers: { cookie } });
}

/** Who asks for what: `size` is how many profiles there are. */
export type Asking = { workload: Workload; size: number; people: Person[] };

/** Requests of all the people in turn; better-auth reads sessions of its own and nothing else. */
export function requestsOf(
  side: SideName,
  { workload, size, people }: Asking,
): MakeRequest[] {
  if (side === 'better-auth') {
    return Array.from({ length: sessionsUsed }, (_, index) =>
      betterAuthRequest(index + 1),
    );
  }
  const pages = pagesOf(workload, size);
  return Array.from({ length: Math.max(people.length, pages.length) }, (_, number) => {
    const { token = '', username = '' } = people[number % people.length] ?? {};
    const page = pages[number % pages.length];
    return requestOf(
      page === undefined ? callOf(workload, username) : pageCall(page),
      token,
    );
  });
}
