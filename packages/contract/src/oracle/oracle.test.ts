import { readWhole } from '../committed.ts';
import { readDocument } from '../index.ts';
import {
  fetchJson,
  requestCode,
  signIn,
  type Addresses,
  type Answer,
} from '@namecard/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { adminEmail, prepareModerated, type Request } from './moderation.ts';
import { json, requests, type Twin } from './requests.ts';
import { useSides } from './use-sides.ts';

const document = readDocument(await readWhole());

const SessionList = z.object({
  data: z.object({
    sessions: z.array(z.object({ id: z.string(), current: z.boolean() })),
  }),
});

/** Whose answers hold ids and tokens of chance. */
const ofChance = new Set([
  'verifyCode',
  'createToken',
  'getUser',
  'moderationKeysCreate',
  'moderationWebhooksCreate',
  'moderationWebhooksReplaceSecret',
]);

/** Moderators are told of what both sides made, by ids and addresses of each. */
const withoutSides = (text: string) =>
  text
    .replaceAll(/facade|adapter/g, 'side')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'an id');

/** Without what only chance, the clock and the twin's own names decide. */
function comparable(
  { status, body }: Answer,
  { name, email }: Twin,
  operationId: string,
): unknown {
  const answer = JSON.stringify({ status, body });
  const text = (operationId.startsWith('moderation') ? withoutSides(answer) : answer)
    .replaceAll(name, 'twin')
    .replaceAll(email, 'twin@example.com')
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"an instant"');
  const timeless: unknown = JSON.parse(text, (key, value: unknown) =>
    ofChance.has(operationId) && ['id', 'token', 'secret'].includes(key)
      ? `a new ${key}`
      : value,
  );
  return timeless;
}

async function ask(
  { origin }: Addresses,
  { path, question, token }: Request,
): Promise<Answer> {
  return fetchJson(`${origin}/api/v1${path}`, {
    ...question,
    ...(token !== undefined && { token }),
  });
}

/** Makes what one side's requests need, by the facade. */
async function prepareTwin(
  facade: Addresses,
  admin: string,
  side: string,
): Promise<Twin> {
  const email = `${side}@example.com`;
  const owner = `owner-${side}@example.com`;
  const token = await signIn(facade, owner);
  const { body } = await ask(facade, {
    path: '/auth/sessions',
    token: await signInAgain(facade, owner),
  });
  const other = SessionList.parse(body).data.sessions.find(({ current }) => current);
  return {
    name: `twin-${side}`,
    token,
    sessionId: other?.id ?? '',
    leaver: await signIn(facade, `leaver-${side}@example.com`),
    email,
    otp: await requestCode(facade, email),
    moderated: await prepareModerated(facade, admin, side),
  };
}

/** A new challenge, whose code is not the one that was used up: the newest mail is the one that counts. */
async function signInAgain(facade: Addresses, email: string): Promise<string> {
  for (;;) {
    const otp = await requestCode(facade, email);
    const answer = await ask(facade, {
      path: '/auth/verify-code',
      question: { json: { email, otp } },
    });
    const signedIn = z
      .object({ data: z.object({ token: z.string() }) })
      .safeParse(answer.body);
    if (signedIn.success) {
      return signedIn.data.data.token;
    }
  }
}

describe('for valid requests the facade and trpc-to-openapi’s own plugin', () => {
  const sides = useSides();
  let ann = '';
  let twins: { facade: Twin; adapter: Twin } | undefined;

  beforeAll(async () => {
    const { facade } = sides();
    ann = await signIn(facade, 'ann@example.com');
    for (const number of [1, 2, 3, 4, 5, 6]) {
      const question = { json: { username: `ann-${number}`, referral: '' } };
      await ask(facade, { path: '/profiles', token: ann, question });
    }
    const admin = await signIn(facade, adminEmail);
    twins = {
      facade: await prepareTwin(facade, admin, 'facade'),
      adapter: await prepareTwin(facade, admin, 'adapter'),
    };
  });

  it.each(requests.map(([operationId, make], index) => ({ operationId, make, index })))(
    'agree on $operationId ($index)',
    async ({ operationId, make }) => {
      if (twins === undefined) {
        throw new Error('There is nobody to ask for');
      }
      const one = await ask(sides().facade, make(twins.facade, ann));
      const other = await ask(sides().adapter, make(twins.adapter, ann));
      expect(one.status).toBe(200);
      expect(comparable(one, twins.facade, operationId)).toEqual(
        comparable(other, twins.adapter, operationId),
      );
    },
  );

  it('are asked for every operation', () => {
    expect(new Set(requests.map(([operationId]) => operationId))).toEqual(
      new Set(document.operations.map(({ operationId }) => operationId)),
    );
  });

  /** Where they do not agree, since the plugin is wrong: status of the facade, status or sign of the plugin. */
  const faults: [name: string, request: Request, facade: number, adapter: number][] = [
    ['it does not decode path parameters', { path: '/profiles/%61nn-1' }, 200, 404],
    ['it ignores the case of paths', { path: '/PROFILES' }, 404, 200],
    [
      'it takes a body that is no object for an empty one',
      { path: '/users/me', question: json('PATCH', []) },
      400,
      200,
    ],
    [
      'it makes numbers of what is none, in bodies too',
      {
        path: '/profiles/ann-1/location',
        question: json('PATCH', { location: { latitude: '5', longitude: null } }),
      },
      400,
      200,
    ],
    [
      'it takes any text for true or false',
      { path: '/profiles?reverse=perhaps' },
      400,
      200,
    ],
    [
      'it answers HEAD without asking who asks',
      { path: '/users/me', question: { method: 'HEAD' } },
      200,
      204,
    ],
    [
      'it knows no other methods',
      { path: '/users/me', question: { method: 'PUT', json: {} } },
      405,
      404,
    ],
  ];

  it.each(faults)('disagree where %s', async (_name, request, facade, adapter) => {
    const one = await ask(sides().facade, { ...request, token: ann });
    const other = await ask(sides().adapter, { ...request, token: ann });
    expect([one.status, other.status]).toEqual([facade, adapter]);
  });

  it('disagree on reverse=false, which it reads as true', async () => {
    const asked = async (side: Addresses, reverse: boolean) =>
      (await ask(side, { path: `/profiles?reverse=${reverse}`, token: ann })).body;
    const { facade, adapter } = sides();
    expect(await asked(adapter, false)).toEqual(await asked(facade, true));
    expect(await asked(facade, false)).not.toEqual(await asked(facade, true));
  });
});
