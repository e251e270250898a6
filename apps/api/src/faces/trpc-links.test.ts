import type { AppRouter } from '@namecard/router';
import { fetchJson, signIn } from '@namecard/testing';
import {
  createTRPCClient,
  httpBatchLink,
  httpBatchStreamLink,
  httpLink,
  retryLink,
  type TRPCLink,
} from '@trpc/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../testing/trpc-client.ts';
import { useService } from '../testing/start-service.ts';

const service = useService();
let token: string;

beforeAll(async () => {
  token = await signIn(service(), 'ann@example.com');
});

/** The options of a link, as users write them. */
const options = () => ({
  url: `${service().origin}/trpc`,
  headers: { authorization: `Bearer ${token}` },
});

const clientOf = (...links: TRPCLink<AppRouter>[]) =>
  createTRPCClient<AppRouter>({ links });

const links: [string, () => TRPCLink<AppRouter>][] = [
  ['httpLink', () => httpLink(options())],
  ['httpBatchLink', () => httpBatchLink({ ...options(), maxItems: 10 })],
  ['httpBatchStreamLink', () => httpBatchStreamLink({ ...options(), maxItems: 10 })],
  [
    'httpBatchStreamLink that asks in Accept',
    () => httpBatchStreamLink({ ...options(), maxItems: 10, streamHeader: 'accept' }),
  ],
  ['httpLink that only posts', () => httpLink({ ...options(), methodOverride: 'POST' })],
  [
    'httpBatchLink that posts everything',
    () => httpBatchLink({ ...options(), maxItems: 10, methodOverride: 'POST' }),
  ],
];

describe.each(links)('%s', (name, link) => {
  it('reads, writes, and may leave out an input of optional fields', async () => {
    const client = clientOf(link());
    const worldId = `by ${name}`;
    const { data } = await client.users.updateMe.mutate({ worldId });
    expect(data.user.worldId).toBe(worldId);
    const [me, list] = await Promise.all([
      client.users.me.query(),
      client.profiles.list.query(),
    ]);
    expect(me.data.user.worldId).toBe(worldId);
    expect(list.data.profiles).toEqual([]);
  });

  it('answers 30 calls at once, each for itself', async () => {
    const client = clientOf(link());
    const names = Array.from({ length: 30 }, (_, index) => `nobody-${index}`);
    const failures = await Promise.all(
      names.map((username) => failureOf(client.profiles.read.query({ username }))),
    );
    expect(failures.map(({ data }) => data?.reason)).toEqual(
      names.map(() => 'PROFILE_NOT_FOUND'),
    );
  });

  it('gives errors their reason and issues', async () => {
    const { data } = await failureOf(
      clientOf(link()).profiles.create.mutate({ username: 'a b', referral: '' }),
    );
    expect(data).toMatchObject({
      code: 'BAD_REQUEST',
      reason: 'INPUT_INVALID',
      httpStatus: 400,
    });
    expect(data?.issues?.map(({ path }) => path)).toEqual([['username']]);
  });
});

describe('retryLink', () => {
  it('tries a failed call again, and ends with the reason', async () => {
    const attempts: number[] = [];
    const client = clientOf(
      retryLink({
        retry: ({ attempts: tried }) => {
          attempts.push(tried);
          return tried < 3;
        },
      }),
      httpBatchStreamLink({ ...options(), maxItems: 10 }),
    );
    const { data } = await failureOf(client.profiles.read.query({ username: 'nobody' }));
    expect(data?.reason).toBe('PROFILE_NOT_FOUND');
    expect(attempts).toEqual([1, 2, 3]);
  });
});

describe('eleven calls of a link without a limit', () => {
  it.each([httpBatchLink, httpBatchStreamLink])(
    'fail with a message that names the option',
    async (linkOf) => {
      const client = clientOf(linkOf<AppRouter>(options()));
      const calls = Array.from({ length: 11 }, () => failureOf(client.users.me.query()));
      for (const { message, data } of await Promise.all(calls)) {
        expect(data?.reason).toBe('BATCH_TOO_LARGE');
        expect(message).toContain('maxItems: 10');
      }
    },
  );
});

describe('an unsupported form of answer', () => {
  it.each<[string, string, Record<string, string>]>([
    ['a stream without a batch', '', { 'trpc-accept': 'application/jsonl' }],
    ['a stream without a batch, in Accept', '', { accept: 'application/jsonl, */*' }],
    ['a stream of version 10', '?batch=1', { 'trpc-batch-mode': 'stream' }],
    ['another form of a batch', '?batch=1', { 'trpc-accept': 'application/cbor' }],
    ['events', '', { accept: 'text/event-stream' }],
    ['events of a batch', '?batch=1', { 'trpc-accept': 'text/event-stream' }],
  ])('is refused before anything runs: %s', async (what, query, headers) => {
    const username = `made-${what.replaceAll(/\W/g, '-').toLowerCase()}`;
    const input = { username, referral: '' };
    const { status, body } = await fetchJson(
      `${service().origin}/trpc/profiles.create${query}`,
      { json: query ? { 0: input } : input, headers, token },
    );
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { data: { reason: 'ANSWER_FORM_UNKNOWN' } } });
    const made = await failureOf(
      clientOf(httpLink(options())).profiles.read.query({ username }),
    );
    expect(made.data?.reason).toBe('PROFILE_NOT_FOUND');
  });

  it.each([
    { accept: '*/*' },
    { accept: 'text/html' },
    { 'trpc-accept': 'application/json' },
  ])('is not requested by %j', async (headers) => {
    const url = `${service().origin}/trpc/users.me`;
    expect((await fetchJson(url, { headers, token })).status).toBe(200);
  });
});
