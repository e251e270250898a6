import { randomUUID } from 'node:crypto';
import { prepareBatch, search } from './moderation.ts';
import { send, type Burst, type Call } from './send.ts';
import { prepareSignIns } from './sign-in.ts';
import type { Person, Subject } from './subject.ts';

const documentedCallers = 20;
const batchCallers = 2;
const pageSize = 20;

export type Workload = {
  name: string;
  /** Requests of a burst, the same for every version: a tenth of a second of work or so. */
  requests: number;
  /** The least that the upper end of the interval may be. */
  target: number;
  prepare(subject: Subject, requests: number): Promise<Burst>;
};

/** Requests of the people in turn, so that writers seldom wait for one another. */
const documented = (
  name: string,
  requests: number,
  callOf: (person: Person, subject: Subject) => Omit<Call, 'token'>,
): Workload => ({
  name,
  requests,
  target: 0.97,
  prepare: async (subject, amount) => {
    const { origin, people } = subject;
    const calls = Array.from({ length: Math.ceil(amount / people.length) }, () =>
      people.map((person) => ({ ...callOf(person, subject), token: person.token })),
    )
      .flat()
      .slice(0, amount);
    return {
      requests: calls.length,
      run: async () => send(origin, calls, documentedCallers),
    };
  },
});

const page = (number: number) => ({
  method: 'GET',
  path: `/api/v1/profiles?page=${number}&limit=${pageSize}`,
});

const batch = (name: 'hideMany' | 'restoreMany'): Workload => ({
  name: `${name} of 100 profiles`,
  requests: 2,
  target: 0.8,
  prepare: async (subject, amount) => prepareBatch(subject, name, amount, batchCallers),
});

/** Reads come first: what is written later adds to what they would read. */
export const workloads: readonly Workload[] = [
  documented('GET users/me', 800, () => ({ method: 'GET', path: '/api/v1/users/me' })),
  documented('GET profiles, first page', 300, () => page(1)),
  documented('GET profiles, a middle page', 300, (_, { size }) =>
    page(Math.floor(size / 2 / pageSize)),
  ),
  {
    name: 'a page of moderators’ search',
    requests: 20,
    target: 0.8,
    prepare: async (subject, amount) => {
      const calls = Array.from({ length: amount }, () => search(subject, { text: 'ma' }));
      return {
        requests: amount,
        run: async () => send(subject.origin, calls, batchCallers),
      };
    },
  },
  batch('hideMany'),
  batch('restoreMany'),
  documented('PATCH users/me', 250, () => ({
    method: 'PATCH',
    path: '/api/v1/users/me',
    body: { worldId: `world-${randomUUID()}` },
  })),
  documented('PATCH profiles/{username}/socials', 250, ({ username }) => ({
    method: 'PATCH',
    path: `/api/v1/profiles/${username}/socials`,
    body: {
      socials: { x: `https://x.com/${randomUUID()}`, website: null },
      about: randomUUID(),
    },
  })),
  documented('POST profiles', 200, () => ({
    method: 'POST',
    path: '/api/v1/profiles',
    body: { username: `made-${randomUUID()}`, referral: '' },
  })),
  {
    name: 'POST auth/send-code and auth/verify-code',
    requests: 40,
    target: 0.97,
    prepare: async (subject, amount) =>
      prepareSignIns(subject, amount, documentedCallers),
  },
];
