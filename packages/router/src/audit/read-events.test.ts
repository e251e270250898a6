import { beforeAll, describe, expect, it } from 'vitest';
import { outcome } from '../testing/outcome.ts';
import { admin, moderator, type Person, signIn, leave } from '../testing/people.ts';
import { type Caller, useService } from '../testing/use-service.ts';

type Filter = Parameters<Caller['audit']['list']>[0];

const service = useService();
let owner: Person;
let staff: Person;
let boss: Person;
let middle: string;

beforeAll(async () => {
  owner = await signIn(service(), 'owner@example.com');
  staff = await moderator(service());
  boss = await admin(service());
  for (const username of ['ann', 'Ben', 'cleo']) {
    await owner.api.profiles.create({ username, referral: '' });
  }
  await hide('ann', 'spam');
  await hide('Ben', 'harassment');
  middle = (await service().clock.advance('1 minute')).replace(/\d{3}Z$/, 'Z');
  await boss.api.moderation.profiles.restore({
    username: 'ann',
    privateNote: 'He was wrong',
  });
  await service().clock.advance('1 minute');
  await boss.api.moderation.users.changeRole({
    id: owner.id,
    from: 'user',
    to: 'moderator',
  });
  await boss.api.moderation.users.endSessions({ id: owner.id });
});

async function hide(username: string, reason: 'spam' | 'harassment'): Promise<void> {
  await service().clock.advance('1 minute');
  const call = {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  };
  await service().as(staff.token, call).moderation.profiles.hide({ username, reason });
}

const list = async (filter: Filter = {}, { api }: Person = boss) =>
  (await api.audit.list(filter)).data;

/** Each as in `profile.hidden ann`, newest first. */
async function summaries(filter: Filter = {}, person: Person = boss): Promise<string[]> {
  const { events } = await list(filter, person);
  return events.map(({ type, subject }) =>
    [type, subject.kind === 'profile' ? subject.username : subject.email].join(' '),
  );
}

const ofProfiles = ['profile.restored ann', 'profile.hidden Ben', 'profile.hidden ann'];
const ofUsers = [
  'session.revoked owner@example.com',
  'user.role_changed owner@example.com',
];

describe('the history', () => {
  it('shows admins everything, newest first', async () => {
    expect(await summaries()).toEqual([...ofUsers, ...ofProfiles]);
  });

  it('shows moderators only acts on profiles, with any filter', async () => {
    expect(await summaries({}, staff)).toEqual(ofProfiles);
    expect(await summaries({ userId: owner.id }, staff)).toEqual(ofProfiles);
    expect(await summaries({ type: 'user.role_changed' }, staff)).toEqual([]);
    const [revoked] = (await list()).events;
    expect(await summaries({ action: revoked?.action }, staff)).toEqual([]);
  });

  it('has the actor, act, time, origin, reason, and the values before and after', async () => {
    const { events } = await list({ username: 'ben' });
    expect(events).toEqual([
      {
        id: expect.any(String),
        action: expect.any(String),
        actionEvents: 1,
        at: expect.stringMatching(/Z$/),
        type: 'profile.hidden',
        actorKind: 'user',
        actorKey: null,
        actor: { id: staff.id, email: staff.email, maskedEmail: 's…@example.com' },
        subject: { kind: 'profile', id: expect.any(String), username: 'Ben' },
        reason: 'harassment',
        note: null,
        privateNote: null,
        before: { hidden: false },
        after: { hidden: true },
        undoes: null,
        undoneBy: null,
        canUndo: true,
        from: { ip: '127.0.0.1', browser: 'Firefox', system: 'Linux' },
      },
    ]);
  });

  it('says which events the caller can undo: the newest of a row, but no sessions', async () => {
    const { events } = await list();
    expect(events.map(({ canUndo }) => canUndo)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    const { events: fewer } = await list({}, staff);
    expect(fewer.map(({ canUndo }) => canUndo)).toEqual([true, true, false]);
  });

  it('stays without names after its people are erased', async () => {
    const gone = await signIn(service());
    const someone = await moderator(service());
    await gone.api.profiles.create({ username: 'gone', referral: '' });
    await someone.api.moderation.profiles.hide({
      username: 'gone',
      reason: 'impersonation',
    });
    await boss.api.moderation.users.changeRole({
      id: gone.id,
      from: 'user',
      to: 'moderator',
    });
    await leave(service(), gone);
    await leave(service(), someone);
    const { events } = await list({ username: 'gone' });
    expect(events).toMatchObject([
      { actor: null, subject: { kind: 'profile', username: 'gone' }, canUndo: false },
    ]);
    const [changed] = (await list()).events;
    expect(changed).toMatchObject({
      type: 'user.role_changed',
      subject: { kind: 'user', id: null, email: null },
      canUndo: false,
    });
  });
});

describe('filters of the history', () => {
  it.each<[string, () => Filter, string[]]>([
    [
      'a type',
      () => ({ type: 'profile.hidden', actor: 'stranger' }),
      ofProfiles.slice(1),
    ],
    ['a reason', () => ({ reason: 'spam' }), ['profile.hidden ann']],
    [
      'a username in another case',
      () => ({ username: 'ANN' }),
      ['profile.restored ann', 'profile.hidden ann'],
    ],
    [
      'a part of the actor’s address',
      () => ({ actor: staff.email.toUpperCase() }),
      ofProfiles.slice(1),
    ],
    ['nobody who acted', () => ({ actor: 'owner@' }), []],
    ['a wildcard, which is none', () => ({ actor: '%@example' }), []],
    [
      'an instant on',
      () => ({ from: middle, username: 'ann' }),
      ['profile.restored ann'],
    ],
    ['before an instant', () => ({ before: middle }), ofProfiles.slice(1)],
  ])('find %s', async (_, filter, expected) => {
    expect(await summaries(filter())).toEqual(expected);
  });

  it('find the events of one profile, and of one user and their profiles', async () => {
    const [event] = (await list({ username: 'ann' })).events;
    expect(await summaries({ profileId: event?.subject.id ?? undefined })).toEqual([
      'profile.restored ann',
      'profile.hidden ann',
    ]);
    expect(await summaries({ userId: owner.id })).toEqual([...ofUsers, ...ofProfiles]);
  });

  it.each<Filter>([
    { from: 'yesterday' },
    { before: '0000-01-01T00:00:00Z' },
    { cursor: 'x' },
  ])('are refused if they are wrong: %j', async (filter) => {
    expect(await outcome(list(filter))).toBe('BAD_REQUEST INPUT_INVALID');
  });
});

describe('the pages of the history', () => {
  it('have no gaps and repeats, also while acts are added', async () => {
    const all = await summaries({ userId: owner.id });
    const first = await list({ userId: owner.id, limit: 2 });
    await hide('cleo', 'spam');
    const cursor = first.nextCursor ?? '';
    const second = await list({ userId: owner.id, limit: 2, cursor });
    const third = await list({
      userId: owner.id,
      limit: 2,
      cursor: second.nextCursor ?? '',
    });
    const pages = [first, second, third].flatMap(({ events }) =>
      events.map(({ type }) => type),
    );
    expect(pages).toEqual(all.map((line) => line.split(' ')[0]));
    expect(third.nextCursor).toBeNull();
  });
});

describe('an export as CSV', () => {
  it('that begins with the cursor of a list is recorded, and its next pages are not', async () => {
    const { nextCursor } = await list({ limit: 1 }, staff);
    const exports = async () => (await summaries({ type: 'history.exported' })).length;
    const before = await exports();
    for (let page = 0; page < 2; page += 1) {
      await staff.api.audit.exportCsv({ cursor: nextCursor ?? undefined });
    }
    expect(await exports()).toBe(before + 1);
  });

  it('is recorded, and shows a moderator no IP address of a colleague, and private notes only in a card’s own history', async () => {
    const all = (await staff.api.audit.exportCsv({})).data.csv;
    expect(all).not.toMatch(/user\.|session\./);
    expect((await list()).events[0]).toMatchObject({
      type: 'history.exported',
      actor: { id: staff.id },
      after: {},
    });
    expect(await summaries({ type: 'history.exported' }, staff)).toEqual([]);
    const { data } = await staff.api.audit.exportCsv({ username: 'ann' });
    const { actions } = (await staff.api.audit.listActions({ limit: 50 })).data;
    const { events } = await list({ username: 'ann' }, staff);
    for (const said of [data.csv, JSON.stringify(actions), JSON.stringify(events)]) {
      expect(said).toContain('profile.restored');
      expect(said).not.toMatch(/127\.0\.0\.1|Firefox|Linux|He was wrong/);
    }
    const [{ subject } = { subject: { id: null } }] = events;
    const ofCard = await list({ profileId: subject.id ?? '' }, staff);
    expect(ofCard.events[0]).toMatchObject({
      privateNote: 'He was wrong',
      from: { ip: '' },
    });
    expect((await list({ username: 'ann' })).events[0]).toMatchObject({
      privateNote: 'He was wrong',
      from: { ip: '127.0.0.1' },
    });
  });
});
