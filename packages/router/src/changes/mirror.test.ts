import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { outcome } from '../testing/outcome.ts';
import {
  admin,
  moderator,
  type Person,
  program,
  signIn,
  leave,
} from '../testing/people.ts';
import { type Caller, useService } from '../testing/use-service.ts';
import { numberChunk } from './numbering.sql.ts';

type Walked = Awaited<ReturnType<Caller['profiles']['walk']>>['data']['profiles'][number];
type Mirror = Map<string, Omit<Walked, 'id'>>;

const service = useService();
let reader: Caller;
let staff: Caller;
let owners: Person[];

beforeAll(async () => {
  const maker = await admin(service());
  reader = (await program(service(), maker, 'changes:read', 'profiles:read')).api;
  staff = (await moderator(service())).api;
  owners = [await signIn(service()), await signIn(service())];
});

/**
 * A mirror as docs/use/changes.md describes it. Yields the number of changes after
 * each request.
 */
async function* follow(mirror: Mirror): AsyncGenerator<number | undefined, never> {
  let cursor = (await reader.changes.list({ from: 'now' })).data.nextCursor;
  yield undefined;
  let page: string | undefined;
  do {
    const { data } = await reader.profiles.walk({
      limit: 2,
      ...(page && { cursor: page }),
    });
    for (const { id = '', ...profile } of data.profiles) mirror.set(id, profile);
    page = data.nextCursor ?? undefined;
    yield undefined;
  } while (page !== undefined);
  for (;;) {
    const { data } = await reader.changes.list({ cursor, limit: 3 });
    for (const { id, profile } of data.changes) {
      if (profile) mirror.set(id, profile);
      else mirror.delete(id);
    }
    cursor = data.nextCursor;
    yield data.changes.length;
  }
}

/** Acts of owners and moderators on the profile that has the name then. */
const acts = {
  create: ({ api }: Person, username: string) =>
    api.profiles.create({ username, referral: '' }),
  edit: ({ api }: Person, username: string, turn: number) =>
    api.profiles.updateSocials({ username, about: `Edit ${turn}` }),
  move: ({ api }: Person, username: string, turn: number) =>
    api.profiles.updateLocation({ username, location: { latitude: turn, longitude: 0 } }),
  hide: (_: Person, username: string) =>
    staff.moderation.profiles.hide({ username, reason: 'spam' }),
  restore: (_: Person, username: string) =>
    staff.moderation.profiles.restore({ username }),
  remove: ({ api }: Person, username: string) => api.profiles.remove({ username }),
};

/** Replaces an owner by a new user. */
async function erase(index: number): Promise<void> {
  const owner = owners[index];
  if (owner) await leave(service(), owner);
  owners[index] = await signIn(service());
}

const step = fc.record({
  what: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom('create', 'edit', 'move', 'hide', 'restore', 'remove'),
    },
    { weight: 1, arbitrary: fc.constant('erase') },
    { weight: 2, arbitrary: fc.constant('number') },
    { weight: 5, arbitrary: fc.constant('follow') },
  ),
  owner: fc.nat(1),
  name: fc.constantFrom('ann', 'ben', 'cat', 'dan', 'eve'),
});

/** Happens in each run, also without luck. */
const eachOnce = (
  [
    'create',
    'follow',
    'edit',
    'number',
    'hide',
    'restore',
    'move',
    'follow',
    'remove',
  ] as const
).map((what) => ({ what, owner: 0, name: 'ann' }) as const);

describe('a mirror', () => {
  it('that walks once and then follows the feed equals a new walk, after any changes', async () => {
    const { orm, unexpected } = service();
    const met = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 10, maxLength: 60 }),
        async (steps) => {
          const mirror: Mirror = new Map();
          const requests = follow(mirror);
          for (const [turn, { what, owner, name }] of steps.entries()) {
            const person = owners[owner];
            if (what === 'follow') await requests.next();
            else if (what === 'number') await numberChunk(orm.em);
            else if (what === 'erase') await erase(owner);
            else if (person)
              met.add(`${what}: ${await outcome(acts[what](person, name, turn))}`);
          }
          while (await numberChunk(orm.em));
          while ((await requests.next()).value !== 0);
          const { data } = await reader.profiles.walk({});
          expect(mirror).toEqual(
            new Map(data.profiles.map(({ id = '', ...one }) => [id, one])),
          );
        },
      ),
      { numRuns: 20, examples: [[eachOnce]] },
    );
    expect(unexpected).toEqual([]);
    expect([...met]).toEqual(
      expect.arrayContaining(Object.keys(acts).map((what) => `${what}: done`)),
    );
  });
});

describe('an id in the walk', () => {
  it('is only for programs', async () => {
    await owners[0]?.api.profiles.create({ username: 'fay', referral: '' });
    const walks = await Promise.all(
      [reader, staff, owners[0]?.api].map(async (api) => api?.profiles.walk({})),
    );
    const ids = walks.map((walk) =>
      walk?.data.profiles.some(({ id }) => id !== undefined),
    );
    expect(ids).toEqual([true, false, false]);
  });
});
