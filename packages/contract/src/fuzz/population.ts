import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { keyScopes, openOrm, statements, type Orm, type Role } from '@namecard/db';
import type { FakePostmark } from '@namecard/testing';
import { z } from 'zod';
import { send } from './send.ts';
import type { Hints, Target } from './target.ts';

const spares = 2_000;
const signIns = 40;

type Person = { email: string; role?: Role; isSuspended?: boolean };

type SignedIn = { id: string; token: string; sessionIds: string[] };

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Inserts people with two sessions each. Returns the token of the first one. */
async function insertPeople(orm: Orm, people: Person[]): Promise<SignedIn[]> {
  const signedUp = people.map((person) => ({
    ...person,
    id: randomUUID(),
    sessions: [1, 2].map(() => ({
      id: randomUUID(),
      token: `nc_${randomBytes(32).toString('base64url')}`,
    })),
  }));
  const database = statements(orm.em.fork());
  await database
    .insertInto('users')
    .values(
      signedUp.map(({ id, email, role = 'user', isSuspended = false }) => ({
        id,
        email,
        emailKey: email.toLowerCase(),
        role,
        suspendedAt: isSuspended ? new Date().toISOString() : null,
      })),
    )
    .execute();
  await database
    .insertInto('sessions')
    .values(
      signedUp.flatMap(({ id: userId, sessions }) =>
        sessions.map(({ id, token }) => ({
          id,
          userId,
          tokenHash: hashOf(token),
          browser: 'Firefox',
          system: 'Linux',
        })),
      ),
    )
    .execute();
  return signedUp.map(({ id, sessions }) => ({
    id,
    token: `Bearer ${sessions[0]?.token}`,
    sessionIds: sessions.map((session) => session.id),
  }));
}

/** Inserts an operator's service key with all scopes and returns its token. */
async function insertKey(orm: Orm): Promise<string> {
  const token = `nk_${randomBytes(32).toString('base64url')}`;
  await statements(orm.em.fork())
    .insertInto('service_keys')
    .values({
      id: randomUUID(),
      tokenHash: hashOf(token),
      name: 'A program',
      scopes: [...keyScopes],
      makerKind: 'operator',
      endsAt: '2100-01-01',
    })
    .execute();
  return `Bearer ${token}`;
}

async function post(
  origin: string,
  target: string,
  value: unknown,
  token?: string,
): Promise<Buffer> {
  const { status, body } = await send(origin, {
    method: 'POST',
    target,
    headers: [
      ['content-type', 'application/json'],
      ...(token === undefined
        ? []
        : [['authorization', token] satisfies [string, string]]),
    ],
    body: Buffer.from(JSON.stringify(value)),
  });
  if (status !== 200) {
    throw new Error(`${target} answered ${status} while the database was filled`);
  }
  return body;
}

const Made = z.object({ data: z.object({ webhook: z.object({ id: z.string() }) }) });

/**
 * Creates the largest number of webhooks, all paused, so that the fuzzer can't
 * add any. A new one would send real requests to made-up addresses, at random
 * times.
 */
async function createWebhooks(origin: string, admin: string): Promise<void> {
  for (let number = 0; number < 20; number += 1) {
    const target = { url: `https://hooks.example.com/${number}`, kinds: ['user.erased'] };
    const made = await post(origin, '/api/v1/moderation/webhooks/create', target, admin);
    const { id } = Made.parse(JSON.parse(made.toString())).data.webhook;
    await post(origin, '/api/v1/moderation/webhooks/switch', { id, isOn: false }, admin);
  }
}

type Owner = { name: string; token: string; most: number };

/** Profiles of the owner and of the other person. Every eighth is hidden. */
async function createProfiles(
  origin: string,
  owners: Owner[],
  moderator: string,
): Promise<string[]> {
  const names: string[] = [];
  for (let number = 0; number < 120; number++) {
    for (const { name, token } of owners.filter(({ most }) => number < most)) {
      const username = `${name}-${number}`;
      await post(
        origin,
        '/api/v1/profiles',
        { username, referral: names.at(-1) ?? '' },
        token,
      );
      if (number % 8 === 0) {
        await post(origin, '/trpc/moderation.profiles.hide', { username }, moderator);
      }
      names.push(username);
    }
  }
  return names;
}

const longCode = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}/;

/** Asks for codes that are valid for an hour, and reads them from the mails. */
async function requestCodes(
  origin: string,
  postmark: FakePostmark,
  emails: string[],
): Promise<Hints['codes']> {
  for (const email of emails) {
    await post(origin, '/api/v1/auth/send-code', { email });
  }
  while (postmark.mails().length < emails.length) {
    await sleep(20);
  }
  return postmark
    .mails()
    .map(({ to: email, text }) => ({ email, otp: longCode.exec(text)?.[0] ?? '' }));
}

const lasting: Person[] = [
  { email: 'owner@example.com' },
  { email: 'other@example.com' },
  { email: 'moderator@example.com', role: 'moderator' },
  { email: 'admin@example.com' },
  { email: 'suspended@example.com', isSuspended: true },
];

const spare: Person[] = Array.from({ length: spares }, (_, number) => ({
  email: `spare-${number}@example.com`,
}));

async function signEverybodyIn(
  databaseUrl: string,
): Promise<{ people: SignedIn[]; program: string }> {
  const orm = await openOrm({ url: databaseUrl, poolSize: 1 });
  try {
    const people = [
      ...(await insertPeople(orm, lasting)),
      ...(await insertPeople(orm, spare)),
    ];
    return { people, program: await insertKey(orm) };
  } finally {
    await orm.close();
  }
}

/** Fills an empty service with actors, profiles and codes. */
export async function populate(
  address: string,
  databaseUrl: string,
  postmark: FakePostmark,
): Promise<Pick<Target, 'actors' | 'hints'>> {
  const { people, program } = await signEverybodyIn(databaseUrl);
  const [owner, other, moderator, admin, suspended, ...rest] = people;
  if (!owner || !other || !moderator || !admin || !suspended) {
    throw new Error('Somebody is missing');
  }
  const owners = [
    { name: 'owner', token: owner.token, most: 120 },
    { name: 'other', token: other.token, most: 40 },
  ];
  await createWebhooks(address, admin.token);
  const names = await createProfiles(address, owners, moderator.token);
  const emails = Array.from(
    { length: signIns },
    (_, number) => `signs-in-${number}@example.com`,
  );
  const ofOwner = names.filter((name) => name.startsWith('owner'));
  return {
    actors: {
      lasting: new Map([
        ['owner', owner.token],
        ['other', other.token],
        ['moderator', moderator.token],
        ['admin', admin.token],
        ['program', program],
      ]),
      spare: new Map([
        ['suspended', suspended.token],
        ...rest.map(({ token }, number): [string, string] => [`spare ${number}`, token]),
      ]),
    },
    hints: {
      names,
      owned: [
        ...ofOwner.map((username) => ({ actor: 'owner', username })),
        ...rest.flatMap(({ sessionIds }, number) =>
          sessionIds.map((id) => ({ actor: `spare ${number}`, id })),
        ),
      ],
      ids: [
        ...rest.flatMap(({ sessionIds }) => sessionIds),
        // Ids of users whose sessions nobody needs.
        ...rest.slice(-500).map(({ id }) => id),
      ],
      codes: await requestCodes(address, postmark, [
        ...emails,
        'suspended@example.com',
        'Spare-1@Example.com',
      ]),
    },
  };
}
