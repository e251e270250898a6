import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../jobs/sweep.ts';
import { outcome, wrongFields } from '../testing/outcome.ts';
import {
  admin,
  moderator,
  type Person,
  program,
  signIn,
  leave,
} from '../testing/people.ts';
import { rawCall } from '../testing/raw-call.ts';
import { useService } from '../testing/use-service.ts';
import { numberChunk } from './numbering.sql.ts';

const service = useService();
let reader: Awaited<ReturnType<typeof program>>;
let owner: Person;
/** The cursor at the start of a test. */
let begin: string;

async function read(query: { cursor?: string; from?: 'now'; limit?: number } = {}) {
  await numberChunk(service().orm.em);
  const { data } = await reader.api.changes.list(query);
  return { ...data, kinds: data.changes.map(({ kind }) => kind) };
}

/** Lets time pass and sweeps. */
async function sweepAfter(interval: string): Promise<void> {
  const { clock, orm, deps } = service();
  await clock.advance(interval);
  await sweep({ orm, settings: deps.settings });
}

beforeAll(async () => {
  reader = await program(service(), await admin(service()), 'changes:read');
  owner = await signIn(service());
});

beforeEach(async () => {
  begin = (await read({ from: 'now' })).nextCursor;
});

describe('the feed', () => {
  it('is read to its end and later continued, with a cursor in each answer', async () => {
    await owner.api.profiles.create({ username: 'a', referral: '' });
    await owner.api.profiles.create({ username: 'b', referral: '' });
    await owner.api.profiles.remove({ username: 'a' });
    const first = await read({ cursor: begin, limit: 2 });
    expect(first.kinds).toEqual(['profile.created', 'profile.created']);
    const second = await read({ cursor: first.nextCursor, limit: 2 });
    expect(second.kinds).toEqual(['profile.deleted']);
    const third = await read({ cursor: second.nextCursor });
    expect(third).toMatchObject({ kinds: [], nextCursor: second.nextCursor });
    await owner.api.profiles.remove({ username: 'b' });
    expect((await read({ cursor: third.nextCursor })).kinds).toEqual(['profile.deleted']);
  });

  it('begins with the oldest change by default', async () => {
    expect((await read()).changes[0]).toMatchObject({
      kind: 'user.created',
      revision: 1,
    });
    expect((await read({ from: 'now' })).changes).toEqual([]);
  });

  it('shows current subjects, and no hidden, deleted or erased ones', async () => {
    const ann = await signIn(service());
    await ann.api.users.updateMe({ username: 'ann', walletAddress: 'a wallet' });
    await ann.api.profiles.create({ username: 'ann-1', referral: 'somebody' });
    await ann.api.profiles.updateSocials({ username: 'ann-1', about: 'About Ann' });
    const isIso = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/);
    const profile = {
      username: 'ann-1',
      about: 'About Ann',
      socials: {},
      location: null,
      hidden: false,
    };
    const { changes } = await read({ cursor: begin });
    const ofUser = { id: ann.id, at: isIso, user: { username: 'ann' }, profile: null };
    const id = changes[2]?.id;
    expect(changes).toEqual([
      { kind: 'user.created', revision: 1, ...ofUser },
      { kind: 'user.updated', revision: 2, ...ofUser },
      { kind: 'profile.created', revision: 1, id, at: isIso, user: null, profile },
      { kind: 'profile.updated', revision: 2, id, at: isIso, user: null, profile },
    ]);
    const staff = await moderator(service());
    await staff.api.moderation.profiles.hide({ username: 'ann-1', reason: 'spam' });
    const hidden = await read({ cursor: begin });
    expect(JSON.stringify(hidden)).not.toContain('About Ann');
    await leave(service(), ann);
    const erased = JSON.stringify(await read({ cursor: begin }));
    expect(erased).toContain('user.erased');
    expect(erased).not.toMatch(/ann|About|wallet|somebody|example/i);
  });
});

describe('a cursor', () => {
  it('is valid for 30 days, and without later changes for ever', async () => {
    await owner.api.profiles.create({ username: 'old', referral: '' });
    const { nextCursor: end } = await read({ cursor: begin });
    await sweepAfter('29 days');
    expect((await read({ cursor: begin })).kinds).toContain('profile.created');
    await sweepAfter('1 day 1 second');
    await expect(read({ cursor: begin })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      cause: { reason: 'CURSOR_EXPIRED', status: 410 },
    });
    expect(await read({ cursor: end })).toMatchObject({ kinds: [], nextCursor: end });
    expect(await read()).toMatchObject({ kinds: [], nextCursor: end });
    await signIn(service());
    expect((await read({ cursor: end })).kinds).toEqual(['user.created']);
    expect((await read()).kinds).toEqual(['user.created']);
  });

  it('stays valid when newer changes replace older ones, of which one stays', async () => {
    // The clock has gone on for a month.
    const writer = await signIn(service());
    begin = (await read({ from: 'now' })).nextCursor;
    const [one, two] = ['kept-one', 'kept-two'];
    for (const username of [one, two]) {
      await writer.api.profiles.create({ username, referral: '' });
      for (const about of ['a', 'b', 'c']) {
        await writer.api.profiles.updateSocials({ username, about });
      }
    }
    const { nextCursor } = await read({ cursor: begin, limit: 3 });
    await sweepAfter('59 minutes');
    expect((await read({ cursor: begin })).kinds).toHaveLength(8);
    await sweepAfter('1 minute 1 second');
    const { changes, kinds } = await read({ cursor: begin });
    const both = ['profile.created', 'profile.updated'];
    expect(kinds).toEqual([...both, ...both]);
    expect(changes.at(-1)).toMatchObject({ revision: 4, profile: { about: 'c' } });
    expect((await read({ cursor: nextCursor })).kinds).toEqual([
      'profile.updated',
      ...both,
    ]);
  });

  it('has expired if the database was restored since', async () => {
    const { orm } = service();
    await sql`update change_feeds set id = gen_random_uuid()`.execute(statements(orm.em));
    expect(await outcome(read({ cursor: begin }))).toBe('NOT_FOUND CURSOR_EXPIRED');
  });

  it('has expired if the database has lost changes since', async () => {
    const { orm } = service();
    await sql`update change_feeds set last_number = last_number + 5`.execute(
      statements(orm.em),
    );
    const { nextCursor } = await read({ from: 'now' });
    await sql`update change_feeds set last_number = last_number - 5`.execute(
      statements(orm.em),
    );
    expect(await outcome(read({ cursor: nextCursor }))).toBe('NOT_FOUND CURSOR_EXPIRED');
  });

  it.each(['', 'x', '\0', '9'.repeat(400), 'cDEyMw', 'YyB4IDE'])(
    'that was made up is refused: %j',
    async (cursor) => {
      expect(await wrongFields(read({ cursor }))).toEqual(['cursor']);
    },
  );

  it.each([
    ['limit', 0],
    ['limit', 101],
    ['limit', '5'],
    ['cursor', 5],
    ['cursor', null],
    ['from', 'then'],
  ])('is refused with %s %j', async (field, value) => {
    const call = rawCall(service(), reader.token, 'changes.list', { [field]: value });
    expect(await wrongFields(call)).toEqual([field]);
  });
});
