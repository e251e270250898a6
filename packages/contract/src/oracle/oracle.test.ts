import { fetchJson, signIn, type Addresses, type Answer } from '@namecard/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { proceduresByOperation, relatesValues } from '../fuzz/procedures.ts';
import { readWhole } from '../committed.ts';
import { readDocument, type Operation } from '../index.ts';
import { fill, type Amount, type Filled } from './fill.ts';
import { makeTwin, type Twin } from './twin.ts';
import { adminEmail, useSides } from './use-sides.ts';

const document = readDocument(await readWhole());
const procedures = proceduresByOperation();

type Request = Partial<Filled> & { path: string; token?: string };

const ask = async ({ origin }: Addresses, { path, ...question }: Request) =>
  fetchJson(`${origin}/api/v1${path}`, question);

/** Without instants. */
const withoutInstants = ({ status, body }: Answer): string =>
  JSON.stringify({ status, body }, null, 1).replaceAll(
    /"\d{4}-\d\d-\d\dT[\d:.]+Z"/g,
    '"an instant"',
  );

/** Without random parts, instants and the twin's name. */
function comparable(answer: Answer, { name }: Twin): string {
  // The plugin adds details to a refusal.
  if (answer.status === 409) return '409';
  return withoutInstants(answer)
    .replaceAll(new RegExp(name, 'gi'), 'twin')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'an id')
    .replaceAll(/"(token|secret)": "[^"]+"/g, '"$1": "a new one"');
}

const isRead = ({ method }: Operation) => method === 'GET';

/** Operations that need another call first to avoid 409. */
const before = new Map([['moderationUsersUnsuspend', 'moderationUsersSuspend']]);

function amountsOf({ operationId, requestBody }: Operation): Amount[] {
  // Fields that exclude each other can be neither all given nor all missing.
  if (relatesValues(procedures.get(operationId)?.input)) return ['known'];
  const takesNull = JSON.stringify(requestBody ?? '').includes('"null"');
  return takesNull ? ['least', 'most', 'nulls'] : ['least', 'most'];
}

const casesOf = (operations: readonly Operation[]) =>
  operations.flatMap((operation) => {
    const { operationId } = operation;
    return amountsOf(operation).map((amount) => ({ operationId, operation, amount }));
  });

const Page = z.object({ data: z.object({ nextCursor: z.string() }) });

/** The request for the next page, if there is one. */
function nextOf(
  request: Filled,
  { parameters }: Operation,
  { body }: Answer,
): Filled | undefined {
  const { data } = Page.safeParse(body);
  if (!data || parameters.every(({ name }) => name !== 'cursor')) return undefined;
  const { nextCursor } = data.data;
  const sign = request.path.includes('?') ? '&' : '?';
  const path = `${request.path}${sign}cursor=${encodeURIComponent(nextCursor)}`;
  return { ...request, path };
}

describe('for valid requests the facade and trpc-to-openapi’s own plugin', () => {
  const sides = useSides();
  let ann = '';
  let admin = '';
  let twins = 0;

  beforeAll(async () => {
    const { facade } = sides();
    ann = await signIn(facade, 'ann@example.com');
    admin = await signIn(facade, adminEmail);
    for (const number of [1, 2, 3, 4, 5, 6]) {
      const json = { username: `ann-${number}`, referral: '' };
      await ask(facade, { path: '/profiles', token: ann, json });
    }
  });

  /** Tries each caller until one is allowed. */
  async function askAsAny(request: Filled, twin: Twin) {
    for (const [caller, tokenOf] of twin.tokens.entries()) {
      const token = await tokenOf();
      const answer = await ask(sides().facade, { ...request, token });
      if (![401, 403].includes(answer.status)) return { answer, caller, token };
    }
    throw new Error(`Nobody may ask ${request.method} ${request.path}`);
  }

  async function newTwinFor({ operationId }: Operation): Promise<Twin> {
    twins += 1;
    const twin = makeTwin(sides().facade, admin, `twin-${twins}-of-many`);
    const first = document.operations.find(
      (other) => other.operationId === before.get(operationId),
    );
    if (first) await askAsAny(await fill(first, twin, 'known'), twin);
    return twin;
  }

  /**
   * Others may change the data during a read. Repeats it until two reads of the
   * facade agree.
   */
  async function compareReads(request: Filled, token: string) {
    const { facade, adapter } = sides();
    const read = async (side: Addresses) =>
      withoutInstants(await ask(side, { ...request, token }));
    for (;;) {
      const one = await read(facade);
      const other = await read(adapter);
      if ((await read(facade)) === one) return { one, other };
    }
  }

  it.each(casesOf(document.operations.filter(isRead)))(
    'agree on $operationId, $amount',
    async (asked) => {
      const { operation, amount } = asked;
      await using twin = await newTwinFor(operation);
      const request = await fill(operation, twin, amount);
      const { answer, token } = await askAsAny(request, twin);
      expect({ request, answer }).toMatchObject({ answer: { status: 200 } });
      const next = nextOf(request, operation, answer);
      for (const each of next ? [request, next] : [request]) {
        const { one, other } = await compareReads(each, token);
        expect(one).toEqual(other);
      }
    },
  );

  it.each(casesOf(document.operations.filter((one) => !isRead(one))))(
    'agree on $operationId, $amount',
    async (asked) => {
      const { operation, amount } = asked;
      await using twin = await newTwinFor(operation);
      const request = await fill(operation, twin, amount);
      const { answer, caller } = await askAsAny(request, twin);
      await using twinOfTwin = await newTwinFor(operation);
      const token = (await twinOfTwin.tokens[caller]?.()) ?? '';
      const same = await ask(sides().adapter, {
        ...(await fill(operation, twinOfTwin, amount)),
        token,
      });
      // 409: a new twin is not in the state that this operation needs.
      const isExpected = [200, 409].includes(answer.status);
      expect({ request, answer, isExpected }).toMatchObject({ isExpected: true });
      expect(comparable(answer, twin)).toEqual(comparable(same, twinOfTwin));
    },
  );

  /**
   * Cases in which the plugin is wrong: status of the facade, status or sign of
   * the plugin.
   */
  const faults: [name: string, request: Request, facade: number, adapter: number][] = [
    ['it does not decode path parameters', { path: '/profiles/%61nn-1' }, 200, 404],
    ['it ignores the case of paths', { path: '/PROFILES' }, 404, 200],
    [
      'it takes a body that is no object for an empty one',
      { path: '/users/me', method: 'PATCH', json: [] },
      400,
      200,
    ],
    [
      'it makes numbers of what is none, in bodies too',
      {
        path: '/profiles/ann-1/location',
        method: 'PATCH',
        json: { location: { latitude: '5', longitude: null } },
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
      { path: '/users/me', method: 'HEAD' },
      200,
      204,
    ],
    [
      'it knows no other methods',
      { path: '/users/me', method: 'PUT', json: {} },
      405,
      404,
    ],
  ];

  it.each(faults)('disagree where %s', async (_name, request, facade, adapter) => {
    const one = await ask(sides().facade, { ...request, token: ann });
    const other = await ask(sides().adapter, { ...request, token: ann });
    expect([one.status, other.status]).toEqual([facade, adapter]);
  });

  it('disagree on schemas: the facade leaves those of tRPC as they are', async () => {
    const input = encodeURIComponent(JSON.stringify({ page: '2' }));
    const { facade } = sides();
    const { status } = await fetchJson(
      `${facade.origin}/trpc/profiles.list?input=${input}`,
      { token: ann },
    );
    expect(status).toBe(400);
  });

  it('disagree on reverse=false, which it reads as true', async () => {
    const asked = async (side: Addresses, reverse: boolean) =>
      (await ask(side, { path: `/profiles?reverse=${reverse}`, token: ann })).body;
    const { facade, adapter } = sides();
    expect(await asked(adapter, false)).toEqual(await asked(facade, true));
    expect(await asked(facade, false)).not.toEqual(await asked(facade, true));
  });
});
