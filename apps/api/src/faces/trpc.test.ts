import { get } from 'node:http';
import { fetchJson, signIn } from '@namecard/testing';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readMetric } from '../testing/read-metric.ts';
import { useService } from '../testing/start-service.ts';
import { fillPage } from '../testing/fill-page.ts';
import { trpcClient } from '../testing/trpc-client.ts';

const service = useService();
let token: string;

beforeAll(async () => {
  token = await signIn(service(), 'ann@example.com');
});

/** A batch of calls that read the own account; `comma` joins their names. */
const batch = (calls: number, comma = ',') =>
  fetchJson(
    `${service().origin}/trpc/${Array.from({ length: calls }, () => 'users.me').join(comma)}?batch=1`,
    { token },
  );

/** All properties of an error that clients get. */
const ErrorShape = z.strictObject({
  message: z.string(),
  code: z.int(),
  data: z.strictObject({
    code: z.string(),
    httpStatus: z.int(),
    path: z.string().optional(),
    reason: z.string(),
    issues: z
      .array(z.strictObject({ path: z.array(z.string()), message: z.string() }))
      .optional(),
  }),
});

const Endings = z.array(
  z.object({
    result: z
      .object({ data: z.object({ data: z.object({ profiles: z.array(z.unknown()) }) }) })
      .optional(),
    error: ErrorShape.optional(),
  }),
);

const OneError = z.strictObject({ error: ErrorShape });

describe('a batch', () => {
  it('of ten calls is answered', async () => {
    const { status, body } = await batch(10);
    expect(status).toBe(200);
    expect(body).toHaveLength(10);
  });

  it.each([',', '%2C', '%2c', '%252C'])(
    'of eleven calls is refused, with %s between them',
    async (comma) => {
      const { status, headers, body } = await batch(11, comma);
      expect(status).toBe(400);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(JSON.stringify(body)).toContain('"reason":"BATCH_TOO_LARGE"');
    },
  );

  it.each(['%2C', '%252C'])('needs the parameter `batch`, with %s', async (comma) => {
    const paths = ['users.me', 'users.me'].join(comma);
    expect((await fetchJson(`${service().origin}/trpc/${paths}`, { token })).status).toBe(
      404,
    );
  });

  it('of both kinds is refused in JSON, and answers depend on the origin', async () => {
    const { origin } = service();
    const headers = { origin: 'http://localhost:5173' };
    const mixed = `${origin}/trpc/users.me,auth.signOut?batch=1`;
    const refused = await fetchJson(mixed, { headers });
    const one = await fetchJson(`${origin}/trpc/users.me`, { headers, token });
    expect([refused.status, one.status]).toEqual([400, 200]);
    for (const answer of [refused, one]) {
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(answer.headers.get('vary')).toMatch(/Origin, .*trpc-accept/);
    }
  });

  it('writes nothing for a refused call', async () => {
    const client = trpcClient(service().origin, token);
    const [taken, created, refused] = await Promise.allSettled([
      client.users.updateMe.mutate({ username: 'admin', worldId: 'not to be kept' }),
      client.profiles.create.mutate({ username: 'batched', referral: '' }),
      client.profiles.create.mutate({ username: 'not.kept', referral: 'x'.repeat(257) }),
    ]);
    expect([taken.status, created.status, refused.status]).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
    ]);
    const me = await client.users.me.query();
    expect(me.data.user).toMatchObject({ username: null, worldId: null });
    const mine = await client.profiles.mine.query({});
    expect(mine.data.profiles.map(({ username }) => username)).toEqual(['batched']);
  });

  it('has WWW-Authenticate if one of its calls needs a sign-in', async () => {
    const { status, headers } = await fetchJson(
      `${service().origin}/trpc/users.me,profiles.mine?batch=1&input=${encodeURIComponent('{"0":null,"1":{}}')}`,
    );
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
  });
});

describe('a batch of large answers', () => {
  const logged: string[] = [];
  const large = useService({
    logger: pino({ level: 'error' }, { write: (line) => logged.push(line) }),
  });
  let owner: string;

  beforeAll(async () => {
    owner = await signIn(large(), 'large@example.com');
    await fillPage(large(), 'large@example.com');
  });

  const pages = (calls: number) => {
    const indexes = Array.from({ length: calls }, (_, index) => index);
    const path = indexes.map(() => 'profiles.mine').join(',');
    const inputs = Object.fromEntries(indexes.map((index) => [index, { limit: 100 }]));
    const input = encodeURIComponent(JSON.stringify(inputs));
    return fetchJson(`${large().origin}/trpc/${path}?batch=1&input=${input}`, {
      token: owner,
    });
  };

  it('has every answer: ten pages', async () => {
    const calls = 10;
    const { status, body } = await pages(calls);
    expect(status).toBe(200);
    expect(
      Endings.parse(body).map(({ result }) => result?.data.data.profiles.length),
    ).toEqual(Array.from({ length: calls }, () => 100));
    expect(Buffer.byteLength(JSON.stringify(body))).toBeGreaterThan(calls * 1_600_000);
  });

  it('answers and logs nothing if its client leaves between two of its calls', async () => {
    const { origin, service: running } = large();
    const { orm, metrics } = running.parts;
    const unsent = async () => readMetric(metrics, 'namecard_unsent_bytes');
    const input = encodeURIComponent(JSON.stringify({ 0: { limit: 100 }, 2: {} }));
    const url = `${origin}/trpc/profiles.mine,users.me,profiles.list?batch=1&input=${input}`;
    const headers = { authorization: `Bearer ${owner}`, 'accept-encoding': 'gzip' };
    await orm.em.fork().transactional(async (holder) => {
      // The last call counts profiles and so waits here, while the earlier
      // answers are held.
      await holder.execute('lock table profile_segments in access exclusive mode');
      const client = get(url, { headers });
      client.on('error', () => {});
      await expect.poll(unsent).toBeGreaterThan(1_000_000);
      client.destroy();
      await expect.poll(unsent).toBe(0);
    });
    const again = await fetchJson(url, { headers });
    expect(again.status).toBe(200);
    expect(logged).toEqual([]);
  });
});

describe('an error', () => {
  it('names the allowed method of a mutation', async () => {
    const url = `${service().origin}/trpc/auth.signOut`;
    const { status, headers } = await fetchJson(url, { token });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('POST');
  });

  it('is the answer to a query that is posted by a form of another site', async () => {
    const url = `${service().origin}/trpc/profiles.mine`;
    const headers = { 'content-type': 'text/plain' };
    const { status } = await fetchJson(url, { method: 'POST', token, headers });
    expect(status).toBe(415);
  });

  it.each([
    { what: 'no procedure', path: 'nope', status: 404 },
    { what: 'a mutation by GET', path: 'auth.signOut', status: 405 },
    { what: 'no token', path: 'users.me', status: 401, headers: {} },
    { what: 'input that is no JSON', path: 'profiles.list?input=%7Bbad', status: 400 },
    { what: 'input that is no object', path: 'profiles.list?input=5', status: 400 },
    {
      what: 'a list of procedures that is no batch',
      path: 'users.me,users.me',
      status: 404,
    },
    {
      what: 'a batch too large',
      path: `${'users.me,'.repeat(10)}users.me?batch=1`,
      status: 400,
    },
  ])('is JSON without a stack: $what', async (one) => {
    const headers = one.headers ?? { authorization: `Bearer ${token}` };
    const answer = await fetchJson(`${service().origin}/trpc/${one.path}`, { headers });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.status).toBe(one.status);
    expect(OneError.parse(answer.body).error.data.httpStatus).toBe(one.status);
    expect(JSON.stringify(answer.body)).not.toMatch(/stack|node_modules|\.ts/);
  });
});

describe('an error from before tRPC', () => {
  it.each([
    { what: 'a form', method: 'POST', path: '/trpc/auth.signOut', status: 415 },
    { what: 'an unknown path', method: 'GET', path: '/trpc/a/b', status: 404 },
    { what: 'an unknown method', method: 'PUT', path: '/trpc/users.me', status: 405 },
    { what: 'bytes', method: 'GET', path: '/trpc/%zz', status: 400 },
  ])('has tRPC’s envelope: $what', async ({ path, method, status }) => {
    const answer = await fetchJson(`${service().origin}${path}`, { method });
    expect(answer.status).toBe(status);
    expect(OneError.parse(answer.body).error.data.httpStatus).toBe(status);
  });
});

describe('a batch in which one call has to wait', () => {
  const limited = useService({ settings: { LIMIT_VERIFY_PER_IP: '1' } });

  it('says for how long, even if other calls are refused for other reasons', async () => {
    const guess = { email: 'ann@example.com', otp: '123456' };
    const { status, headers } = await fetchJson(
      `${limited().origin}/trpc/auth.verifyCode,auth.verifyCode?batch=1`,
      { json: { 0: guess, 1: guess } },
    );
    expect(status).toBe(207);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
  });
});
