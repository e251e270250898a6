import { randomUUID } from 'node:crypto';
import { openOrm, WaitingAct } from '@namecard/db';
import { fetchJson, requestCode, signIn } from '@namecard/testing';
import { z } from 'zod';
import type { Json } from '../index.ts';
import type { Facade } from './use-sides.ts';

/** A person and everything a request can name, created on demand. */
export type Twin = AsyncDisposable & {
  /** Part of the name of everything that belongs only to this twin. */
  name: string;
  /** Tokens of callers, in this order: the person, an admin, a program. */
  tokens: readonly (() => Promise<string>)[];
  /** Values of fields, by the field's description or name. */
  subjects: ReadonlyMap<string, () => Promise<Json>>;
};

const answerOf = <Data extends z.ZodRawShape>(data: Data) =>
  z.object({ data: z.object(data) });

const WithId = z.object({ id: z.string() });

const Me = answerOf({ user: WithId });
const Sessions = answerOf({ sessions: z.tuple([WithId], WithId) });
const Inspected = answerOf({ profile: WithId });
const Key = answerOf({ key: WithId, token: z.string() });
const Webhook = answerOf({ webhook: WithId });
const Found = answerOf({ asOf: z.string() });
const Acted = answerOf({ action: z.string() });
const Items = answerOf({
  items: z.array(WithId.extend({ profile: WithId.nullable() })),
  nextCursor: z.string().nullable(),
});
const Written = answerOf({ id: z.string() });
const Case = answerOf({ reports: z.tuple([WithId]) });

/** A private address, so that nothing is sent there. */
const endpoint = { url: 'https://10.0.0.1/in', kinds: ['user.erased'] };

/** Values that two implementations may read or write differently. */
const difficult = new Map<string, Json>([
  ['about', 'Two\nlines, \u{1F4A9}'],
  ['x', 'https://x.com/ann?a=b#c'],
  ['walletAddress', '0x1 é'],
  ['latitude', -90],
  ['longitude', 12.345678901],
  ['page', 2],
  ['limit', 2],
  ['text', 'example'],
  ['days', 3],
]);

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return async () => (made ??= make());
}

/**
 * Makes an act wait for an admin, as if the moderator had changed a thousand
 * cards before.
 */
async function keepWaiting({ databaseUrl }: Facade, askedBy: string, card: string) {
  const orm = await openOrm({ url: databaseUrl, poolSize: 1 });
  const em = orm.em.fork();
  const { id } = em.create(WaitingAct, {
    id: randomUUID(),
    askedBy,
    sessionId: randomUUID(),
    kind: 'hide',
    subjects: [{ id: card, revision: 0 }],
    ownerIds: [askedBy],
    cards: 1,
  });
  await em.flush();
  await orm.close();
  return id;
}

/**
 * @param facade the service that creates everything
 * @param admin an admin's token
 * @param name in lower case
 */
export function makeTwin(facade: Facade, admin: string, name: string): Twin {
  const read = async <Data>(
    schema: z.ZodType<Data>,
    path: string,
    token: string,
    json?: Json,
  ): Promise<Data> => {
    const address = `${facade.origin}/api/v1${path}`;
    return schema.parse((await fetchJson(address, { token, json })).body);
  };
  const email = `${name}@example.com`;
  const token = once(async () => signIn(facade, email));
  const user = once(
    async () => (await read(Me, '/users/me', await token())).data.user.id,
  );
  const profile = once(async () => {
    const json = { username: `card-${name}`, referral: '' };
    await read(z.object({}), '/profiles', await token(), json);
    return json.username;
  });
  const profileId = once(async () => {
    const path = `/moderation/profiles/inspect?username=${await profile()}`;
    return (await read(Inspected, path, admin)).data.profile.id;
  });
  /** The card's open item in a lane. */
  async function itemIn(lane: 'new' | 'reported'): Promise<string> {
    const id = await profileId();
    let from = '';
    for (;;) {
      const path = `/moderation/desk/list?lane=${lane}&limit=100${from}`;
      const { items, nextCursor } = (await read(Items, path, admin)).data;
      const item = items.find(({ profile: card }) => card?.id === id);
      if (item) return item.id;
      if (nextCursor === null) throw new Error(`The card has no item in ${lane}`);
      from = `&cursor=${encodeURIComponent(nextCursor)}`;
    }
  }
  /** An item that is reserved for the admin. */
  const item = once(async () => {
    const id = await itemIn('new');
    await read(z.object({}), '/moderation/desk/take', admin, { id });
    return id;
  });
  const report = once(async () => {
    const path = `/profiles/${await profile()}/reports`;
    await read(z.object({}), path, await token(), { reason: 'spam' });
    const id = await itemIn('reported');
    const inspected = await read(Case, `/moderation/desk/inspect?id=${id}`, admin);
    return inspected.data.reports[0].id;
  });
  const note = once(async () => {
    const json = { userId: await user(), text: 'Wrote to them twice.' };
    return (await read(Written, '/moderation/desk/addNote', admin, json)).data.id;
  });
  const key = once(async () => {
    const json = { name, scopes: ['users:read', 'changes:read'] };
    return (await read(Key, '/moderation/keys/create', admin, json)).data;
  });
  const webhooks: string[] = [];
  const webhook = once(async () => {
    const path = '/moderation/webhooks/create';
    const { id } = (await read(Webhook, path, admin, endpoint)).data.webhook;
    webhooks.push(id);
    return id;
  });
  const subjects: Twin['subjects'] = new Map([
    ...[...difficult].map(([field, value]) => [field, async () => value] as const),
    ['email', async () => `new-${email}`],
    ['otp', async () => requestCode(facade, `new-${email}`)],
    ['audience', async () => 'forum'],
    ['url', async () => endpoint.url],
    ['kinds', async () => endpoint.kinds],
    ['username', async () => `free-${name}`],
    ['The username of the profile.', async () => (await profile()).toUpperCase()],
    ['The id of the profile.', profileId],
    ['The id of the user.', user],
    ['The id of the item.', item],
    ['The id of the report.', report],
    ['The id of the note.', note],
    ['ownerId', user],
    ['by', user],
    ['since', async () => '2026-01-31T12:00:00Z'],
    [
      'The id of the act.',
      async () => keepWaiting(facade, await user(), await profileId()),
    ],
    [
      'The id of the session.',
      async () =>
        (await read(Sessions, '/auth/sessions', await token())).data.sessions[0].id,
    ],
    ['The id of the key.', async () => (await key()).key.id],
    ['The id of the webhook.', webhook],
    [
      'asOf',
      async () => (await read(Found, '/moderation/profiles/search', admin)).data.asOf,
    ],
    [
      'action',
      async () => {
        await profile();
        const json = { ownerId: await user(), reason: 'spam' };
        const path = '/moderation/profiles/hideAllOf';
        return (await read(Acted, path, admin, json)).data.action;
      },
    ],
  ]);
  return {
    name,
    tokens: [token, async () => admin, async () => (await key()).token],
    subjects,
    // A service allows twenty webhooks.
    [Symbol.asyncDispose]: async () => {
      const path = '/moderation/webhooks/remove';
      for (const id of webhooks) await read(z.object({}), path, admin, { id });
    },
  };
}
