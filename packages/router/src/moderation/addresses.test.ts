import { raceTogether } from '@namecard/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { outcome } from '../testing/outcome.ts';
import {
  admin,
  somebody,
  moderator,
  type Person,
  program,
  signIn,
} from '../testing/people.ts';
import { rowsOf } from '../testing/rows.ts';
import { type Caller, useService } from '../testing/use-service.ts';

const service = useService();
const address = 'quentin.tarn@garden.example';
let member: Person;
let boss: Person;
let staff: Person;
let key: Caller;

beforeAll(async () => {
  member = await signIn(service(), address);
  boss = await admin(service());
  staff = await moderator(service());
  key = (await program(service(), boss, 'moderation', 'users:write')).api;
  await member.api.profiles.create({ username: 'quiet', referral: 'tarn@other.example' });
  await member.api.profiles.create({ username: 'second', referral: 'a friend' });
  const { api } = await somebody(service());
  await api.profiles.report({ username: 'quiet', reason: 'spam' });
});

/** What a moderator or a program reads in a day. */
async function day({ moderation, audit }: Caller): Promise<string> {
  const { profiles, desk } = moderation;
  const { items } = (await desk.list({ lane: 'reported' })).data;
  const found = (await profiles.search({ text: 'quiet' })).data;
  const second = (await profiles.search({ text: 'second' })).data.profiles;
  const seen = second.map(({ id, revision }) => ({ id, revision }));
  const answers = [
    items,
    found,
    await desk.inspect({ id: items[0]?.id ?? '' }),
    await profiles.inspect({ username: 'quiet' }),
    await profiles.updates({ asOf: found.asOf }),
    await profiles.hideMany({ profiles: seen, reason: 'spam' }),
    await audit.list({}),
    await audit.listActions({}),
  ];
  return JSON.stringify(answers);
}

const events = async (type: 'address.read' | 'address.searched') =>
  (await boss.api.audit.list({ type })).data.events.map(({ actor, subject, after }) => [
    actor?.id ?? 'key',
    subject.id,
    after['found'],
  ]);

describe('the address of a member', () => {
  it('is in nothing that a moderator reads', async () => {
    const { desk, acts } = staff.api.moderation;
    const read = [
      await day(staff.api),
      JSON.stringify([
        await desk.next({}),
        await desk.shift(),
        await acts.preview({ kind: 'hide', profiles: { text: 'quiet' } }),
        await staff.api.audit.exportCsv({}),
      ]),
    ].join();
    expect(read).toContain('q…@garden.example');
    expect(read).not.toContain(address);
  });

  it('is in nothing that a program reads, nor is one of the team', async () => {
    const read = `${await day(key)}${JSON.stringify(
      await key.moderation.users.endSessions({ id: staff.id }),
    )}`;
    expect(read).toContain('q…@garden.example');
    for (const { email } of [member, staff, boss]) {
      expect(read).not.toContain(`"${email}"`);
      expect(read).not.toContain(`${email} `);
    }
    staff = await signIn(service(), staff.email);
  });

  it('is read by a program with users:list', async () => {
    const { api } = await program(service(), boss, 'moderation', 'users:list');
    expect(await day(api)).toContain(`"${address}"`);
  });

  it('is shown to a moderator who asks, which the history tells admins', async () => {
    const { data } = await staff.api.moderation.users.readAddress({ id: member.id });
    expect(data.email).toBe(address);
    expect(await events('address.read')).toEqual([[staff.id, member.id, true]]);
    const seen = (await staff.api.audit.list({ type: 'address.read' })).data.events;
    expect(seen).toEqual([]);
  });

  it('of moderators and admins is read as before', async () => {
    await staff.api.profiles.create({ username: 'of-staff', referral: '' });
    const { profile } = (
      await staff.api.moderation.profiles.inspect({ username: 'of-staff' })
    ).data;
    expect(profile.owner.email).toBe(staff.email);
  });
});

const find = async (text: string, { moderation }: Caller = staff.api) =>
  (await moderation.profiles.search({ text })).data.profiles.map(
    ({ username }) => username,
  );

describe('a moderator’s search', () => {
  it.each([
    'quentin',
    'garden',
    'quentin.tarn',
    '"quentin.tarn@garden"',
    'tarn@garden.example',
    'owner:tarn@garden.example',
    'owner:quentin.tarn@garden',
    'owner:garden.example',
    'quiet -nobody quentin',
  ])('finds no part of an address: %s', async (text) => {
    expect(await find(text)).toEqual([]);
    expect(await find(text, key)).toEqual([]);
  });

  it.each(['-quentin', '-garden', '-owner:tarn@garden.example'])(
    'leaves nothing out by a part of an address: %s',
    async (text) => {
      expect(await find(`quiet ${text}`)).toEqual(['quiet']);
    },
  );

  it.each(['@garden.example', 'owner:@garden.example'])(
    'finds by a domain, without an event: %s',
    async (text) => {
      const before = await events('address.searched');
      expect(await find(text)).toEqual(['second', 'quiet']);
      expect(await events('address.searched')).toEqual(before);
    },
  );

  it('finds the words of a card, and the cards of an account', async () => {
    expect(await find('tarn@other.example')).toEqual(['quiet']);
    expect(await find(`owner:${member.id} -quiet`)).toEqual(['second']);
  });

  it.each([
    address,
    address.toUpperCase(),
    `owner:${address}`,
    address.replace('@', '＠'),
    `mailto:\u{202a}${address}\u{202c}`,
    `"Quentin Tarn <${address}>"`,
    `-owner:${address} -nothing`,
    `"a friend\n${address}"`,
  ])('by a whole address is an event with the account: %j', async (text) => {
    const other = await moderator(service());
    const found = await find(text, other.api);
    const recorded = (await events('address.searched')).filter(([by]) => by === other.id);
    const isOne = !text.includes('\n');
    expect(found.includes('second')).toBe(isOne && !text.startsWith('-'));
    expect(recorded).toEqual([[other.id, isOne ? member.id : null, isOne]]);
  });

  it('is one event with its counts, its pages and thirty at once', async () => {
    const { api, id } = await moderator(service());
    const { profiles } = api.moderation;
    const { nextCursor } = (await profiles.search({ text: address, limit: 1 })).data;
    await profiles.search({ text: address, limit: 1, cursor: nextCursor ?? '' });
    await raceTogether(30, async () => profiles.countMatching({ text: address }));
    const recorded = (await events('address.searched')).filter(([by]) => by === id);
    expect(recorded).toHaveLength(1);
  });

  it('for an address without an account is counted, and its text is kept nowhere', async () => {
    const { api, id } = await moderator(service());
    for (let count = 1; count <= 60; count += 1) {
      await find(`missing-${count}@garden.example`, api);
    }
    expect(await outcome(find('missing-61@garden.example', api))).toBe(
      'TOO_MANY_REQUESTS RATE_LIMITED',
    );
    expect(await outcome(find(address, api))).toBe('TOO_MANY_REQUESTS RATE_LIMITED');
    expect(await outcome(api.moderation.users.readAddress({ id: member.id }))).toBe(
      'TOO_MANY_REQUESTS RATE_LIMITED',
    );
    const kept = JSON.stringify([
      await rowsOf(service(), 'audit_events'),
      await rowsOf(service(), 'moderation_actions'),
      await rowsOf(service(), 'rate_limits'),
    ]);
    expect(kept).toContain(id);
    expect(kept).not.toContain('missing-');
  });

  it('for people is an admin’s', async () => {
    const preview = (users: object, { api }: Person) =>
      outcome(api.moderation.acts.preview({ kind: 'hide', users }));
    expect(await preview({ text: 'quentin' }, staff)).toBe('FORBIDDEN ROLE_MISSING');
    expect(await preview({ text: 'quentin' }, boss)).toBe('done');
    expect(await find('quentin', boss.api)).toEqual(['second', 'quiet']);
  });
});
