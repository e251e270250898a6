import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { createClient } from './client.ts';
import { failureOf } from './testing/failure.ts';
import { listen } from './testing/http-server.ts';

type Reply = { status: number; headers?: Record<string, string>; body: string };

const success: Reply = {
  status: 200,
  body: JSON.stringify([{ result: { data: { data: { profiles: [] } } } }]),
};

/** An error of the service in tRPC's form, for a batch of one. */
const failing = (httpStatus: number, reason: string, headers = {}): Reply => ({
  status: httpStatus,
  headers,
  body: JSON.stringify([
    {
      error: { message: 'No.', code: -32_000, data: { code: 'ANY', httpStatus, reason } },
    },
  ]),
});

const page = (status: number): Reply => ({ status, body: '<h1>Bad gateway</h1>' });

/** Gives these answers in turn, then always the last; undefined: no answer. */
async function answering(...replies: [Reply | undefined, ...(Reply | undefined)[]]) {
  const asked: IncomingMessage[] = [];
  const server = await listen((request: IncomingMessage, response: ServerResponse) => {
    const reply = replies[Math.min(asked.push(request), replies.length) - 1];
    if (reply) {
      response.writeHead(reply.status, reply.headers).end(reply.body);
    }
  });
  return { ...server, asked };
}

const soon = { firstWait: 1 };

describe('a query is repeated', () => {
  it.each([
    { what: 'the service is not available', reply: failing(503, 'UNAVAILABLE') },
    { what: 'a limit is reached', reply: failing(429, 'RATE_LIMITED') },
    { what: 'a gateway has no answer', reply: page(502) },
    { what: 'a gateway waits no longer', reply: page(504) },
    { what: 'a newer service asks to wait', reply: failing(503, 'MOVING_HOUSE') },
  ])('when $what', async ({ reply }) => {
    await using server = await answering(reply, success);
    const { api } = createClient({ url: server.origin, backOff: soon });
    expect(await api.profiles.mine.query({})).toEqual({ data: { profiles: [] } });
    expect(server.asked).toHaveLength(2);
  });

  it('when no answer comes in time', async () => {
    await using server = await answering(undefined, success);
    const { api } = createClient({ url: server.origin, timeout: 1_000, backOff: soon });
    expect(await api.profiles.mine.query({})).toEqual({ data: { profiles: [] } });
  });

  it('this many times and no more', async () => {
    await using server = await answering(failing(503, 'UNAVAILABLE'));
    const { api } = createClient({
      url: server.origin,
      backOff: { ...soon, retries: 2 },
    });
    expect((await failureOf(api.profiles.mine.query({}))).reason).toBe('UNAVAILABLE');
    expect(server.asked).toHaveLength(3);
  });

  it('not before the service allows it', async () => {
    const busy = failing(503, 'UNAVAILABLE', { 'retry-after': '1' });
    const opensAt = performance.now() + 900;
    await using server = await listen((_request, response) => {
      const { status, headers, body } = performance.now() < opensAt ? busy : success;
      response.writeHead(status, headers).end(body);
    });
    const { api } = createClient({
      url: server.origin,
      backOff: { ...soon, retries: 1 },
    });
    expect(await api.profiles.mine.query({})).toEqual({ data: { profiles: [] } });
  });

  it('not at all when the service asks for a longer wait than the caller allows', async () => {
    await using server = await answering(
      failing(429, 'RATE_LIMITED', { 'retry-after': '3600' }),
    );
    const { api } = createClient({ url: server.origin });
    const error = await failureOf(api.profiles.mine.query({}));
    expect(error).toMatchObject({
      reason: 'RATE_LIMITED',
      status: 429,
      retryAfter: 3600,
    });
    expect(server.asked).toHaveLength(1);
  });

  it('not at all while the browser says that there is no connection', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    await using server = await answering(page(502), success);
    const { api } = createClient({ url: server.origin, backOff: soon });
    expect((await failureOf(api.profiles.mine.query({}))).status).toBe(502);
    vi.unstubAllGlobals();
    expect(await api.profiles.mine.query({})).toEqual({ data: { profiles: [] } });
  });

  it.each([
    { reply: failing(500, 'INTERNAL'), reason: 'INTERNAL' },
    { reply: failing(409, 'USERNAME_TAKEN'), reason: 'USERNAME_TAKEN' },
    { reply: page(404), reason: 'ANSWER_UNREADABLE' },
    { reply: { status: 200, body: '{"hello":"world"}' }, reason: 'ANSWER_UNREADABLE' },
    { reply: failing(418, 'TEAPOT'), reason: 'UNKNOWN' },
  ])('not after $reason', async ({ reply, reason }) => {
    await using server = await answering(reply, success);
    const { api } = createClient({ url: server.origin, backOff: soon });
    expect(await failureOf(api.profiles.mine.query({}))).toMatchObject({
      reason,
      status: reply.status,
    });
    expect(server.asked).toHaveLength(1);
  });
});

describe('a mutation that must not be done twice', () => {
  const code = { email: 'ann@example.com', otp: '000000' };

  it.each([{ reply: page(502) }, { reply: failing(503, 'UNAVAILABLE') }])(
    'is not repeated when it may have been done: $reply.status',
    async ({ reply }) => {
      await using server = await answering(reply, success);
      const client = createClient({ url: server.origin, backOff: soon });
      expect((await failureOf(client.verifyCode(code))).status).toBe(reply.status);
      expect(server.asked).toHaveLength(1);
    },
  );

  it('is repeated after a limit, which is checked before anything is done', async () => {
    await using server = await answering(failing(429, 'RATE_LIMITED'), success);
    const client = createClient({ url: server.origin, backOff: soon });
    await client.api.profiles.remove.mutate({ username: 'ann' });
    expect(server.asked).toHaveLength(2);
  });
});

describe('an aborted call ends at once', () => {
  it('before it began', async () => {
    await using server = await answering(success);
    const { api } = createClient({ url: server.origin });
    const signal = AbortSignal.abort('not wanted');
    const error = await failureOf(api.profiles.mine.query({}, { signal }));
    expect(error.reason).toBe('ABORTED');
    expect(server.asked).toHaveLength(0);
  });

  it('while it is under way, and so does the request', async () => {
    const controller = new AbortController();
    const closed = Promise.withResolvers<void>();
    await using server = await listen((request) => {
      request.once('close', () => closed.resolve());
      controller.abort();
    });
    const { api } = createClient({ url: server.origin });
    const call = api.profiles.mine.query({}, { signal: controller.signal });
    expect((await failureOf(call)).reason).toBe('ABORTED');
    await closed.promise;
  });

  it('while it waits to be repeated', async () => {
    const controller = new AbortController();
    const busy = failing(503, 'UNAVAILABLE', { 'retry-after': '15' });
    await using server = await listen((_request, response) => {
      response.writeHead(busy.status, busy.headers).end(busy.body);
      void once(response, 'close').then(() => setTimeout(() => controller.abort(), 100));
    });
    const { api } = createClient({ url: server.origin });
    const call = api.profiles.mine.query({}, { signal: controller.signal });
    expect((await failureOf(call)).reason).toBe('ABORTED');
  });

  it('while another call of the same batch goes on', async () => {
    const controller = new AbortController();
    const [one] = [JSON.parse(success.body)];
    const released = Promise.withResolvers<void>();
    await using server = await listen((_request, response) => {
      controller.abort();
      void released.promise.then(() => response.end(JSON.stringify([...one, ...one])));
    });
    const { api } = createClient({ url: server.origin });
    const left = failureOf(api.profiles.mine.query({}, { signal: controller.signal }));
    const kept = api.profiles.mine.query({});
    expect((await left).reason).toBe('ABORTED');
    released.resolve();
    expect(await kept).toEqual({ data: { profiles: [] } });
  });
});
