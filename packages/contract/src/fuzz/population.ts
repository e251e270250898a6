import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { keyScopes, openOrm, statements, type Orm, type Role } from '@namecard/db';
import { fetchJson, type FakePostmark } from '@namecard/testing';
import { z } from 'zod';
import type { Hints } from './likely-values.ts';

export type Population = {
  /** Authorization headers of callers who stay signed in, by name. */
  lasting: Map<string, string>;
  /** Of people whose session or account a call may end. */
  spare: string[];
  hints: Hints;
};

type Person = { email: string; role?: Role; suspendedAt?: string };

type SignedIn = { id: string; token: string; sessionId: string };

const hashOf = (token: string) => createHash('sha256').update(token).digest();

const newToken = (prefix: string) => `${prefix}_${randomBytes(32).toString('base64url')}`;

/** Inserts people, each with a session. */
async function insertPeople(orm: Orm, people: Person[]): Promise<SignedIn[]> {
  const database = statements(orm.em.fork());
  const signedIn = people.map(() => ({
    id: randomUUID(),
    sessionId: randomUUID(),
    token: newToken('nc'),
  }));
  const users = people.map((person, index) => ({
    role: 'user' as const,
    ...person,
    id: signedIn[index]?.id ?? '',
    emailKey: person.email,
  }));
  await database.insertInto('users').values(users).execute();
  const sessions = signedIn.map(({ id: userId, sessionId: id, token }) => ({
    id,
    userId,
    tokenHash: hashOf(token),
    browser: 'Firefox',
    system: 'Linux',
  }));
  await database.insertInto('sessions').values(sessions).execute();
  return signedIn;
}

/** Inserts an operator's service key with all scopes and returns its token. */
async function insertKey(orm: Orm): Promise<string> {
  const token = newToken('nk');
  const key = {
    id: randomUUID(),
    tokenHash: hashOf(token),
    name: 'A program',
    scopes: [...keyScopes],
    makerKind: 'operator' as const,
    endsAt: '2100-01-01',
  };
  await statements(orm.em.fork()).insertInto('service_keys').values(key).execute();
  return token;
}

async function post(address: string, json: unknown, token = ''): Promise<unknown> {
  const { status, body } = await fetchJson(address, { json, token });
  if (status !== 200) throw new Error(`${address} answered ${status}`);
  return body;
}

const longCode = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}/;

const Made = z.object({ data: z.object({ webhook: z.object({ id: z.string() }) }) });

/**
 * Creates as many webhooks as there may be, all paused: one that the fuzzer adds
 * would send real requests to made-up addresses.
 */
async function createWebhooks(
  api: string,
  admins: readonly string[],
  postmark: FakePostmark,
): Promise<void> {
  for (let number = 0; number < 20; number += 1) {
    // A session may ask for five codes an hour.
    const token = admins[Math.floor(number / 5)] ?? '';
    const address = `${api}/moderation/webhooks/create`;
    const webhook = {
      url: `https://hooks.example.com/${number}`,
      kinds: ['user.erased'],
    };
    await fetchJson(address, { json: webhook, token });
    const code = longCode.exec(postmark.mails().at(-1)?.subject ?? '')?.[0];
    const made = await post(address, { ...webhook, code }, token);
    const { id } = Made.parse(made).data.webhook;
    await post(`${api}/moderation/webhooks/switch`, { id, isOn: false }, token);
  }
}

/** Every eighth profile is hidden. */
async function createProfiles(
  api: string,
  owners: { name: string; token: string }[],
  moderator: string,
): Promise<string[]> {
  const names: string[] = [];
  for (let number = 0; number < 60; number += 1) {
    for (const { name, token } of owners) {
      const username = `${name}-${number}`;
      await post(`${api}/profiles`, { username, referral: names.at(-1) ?? '' }, token);
      if (number % 8 === 0) {
        await post(
          `${api}/moderation/profiles/hide`,
          { username, reason: 'spam' },
          moderator,
        );
      }
      names.push(username);
    }
  }
  return names;
}

/** Asks for codes that are valid for an hour, and reads them from the mails. */
async function requestCodes(api: string, postmark: FakePostmark, emails: string[]) {
  for (const email of emails) await post(`${api}/auth/send-code`, { email });
  const sent = () => postmark.mails().filter(({ to }) => emails.includes(to));
  while (sent().length < emails.length) await sleep(20);
  return sent().map(({ to: email, text }) => ({
    email,
    otp: longCode.exec(text)?.[0] ?? '',
  }));
}

const numbered = (count: number, name: string) =>
  Array.from({ length: count }, (_, number) => `${name}-${number}@example.com`);

/** Fills an empty service with callers, profiles and codes. */
export async function populate(
  origin: string,
  databaseUrl: string,
  postmark: FakePostmark,
): Promise<Population> {
  const orm = await openOrm({ url: databaseUrl, poolSize: 1 });
  await using opened = new AsyncDisposableStack();
  opened.defer(async () => orm.close());
  const [owner, other, moderator, admin, suspended, ...spare] = await insertPeople(orm, [
    { email: 'owner@example.com' },
    { email: 'other@example.com' },
    { email: 'moderator@example.com', role: 'moderator' },
    { email: 'admin@example.com' },
    { email: 'suspended@example.com', suspendedAt: new Date().toISOString() },
    ...numbered(2000, 'spare').map((email) => ({ email })),
  ]);
  if (!owner || !other || !moderator || !admin || !suspended) {
    throw new Error('Somebody is missing');
  }
  const api = `${origin}/api/v1`;
  const makers = await insertPeople(
    orm,
    numbered(4, 'maker').map((email) => ({ email, role: 'admin' })),
  );
  const tokens = makers.map(({ token }) => token);
  await createWebhooks(api, tokens, postmark);
  const owners = [
    { name: 'owner', token: owner.token },
    { name: 'other', token: other.token },
  ];
  const names = await createProfiles(api, owners, moderator.token);
  const program = await insertKey(orm);
  const lasting = Object.entries({ owner, other, moderator, admin }).map(
    ([name, { token }]) => [name, `Bearer ${token}`] as const,
  );
  return {
    lasting: new Map([...lasting, ['program', `Bearer ${program}`]]),
    spare: [suspended, ...spare].map(({ token }) => `Bearer ${token}`),
    hints: {
      names,
      ids: [
        ...spare.slice(0, 1500).map(({ sessionId }) => sessionId),
        ...spare.slice(1500).map(({ id }) => id),
      ],
      codes: await requestCodes(api, postmark, [
        ...numbered(40, 'signs-in'),
        'suspended@example.com',
        'spare-1@example.com',
      ]),
    },
  };
}
