import { Profile } from '@namecard/db';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Asker, Deps } from './context.ts';
import { AppError, UnlistedReason, usernameTaken } from './errors.ts';
import { errorOf, outcome } from './testing/outcome.ts';
import { somebody, moderator, newAddress, type Person } from './testing/people.ts';
import { useService } from './testing/use-service.ts';
import { inTransaction } from './transaction.ts';
import { createCallerFactory, publicProcedure, router } from './trpc.ts';

const service = useService();
let owner: Person;

async function changeHidden({ em }: Pick<Deps, 'em'>): Promise<null> {
  const profile = await em.findOneOrFail(Profile, { usernameKey: 'ann' });
  profile.hidden = !profile.hidden;
  await em.flush();
  return null;
}

/** Procedures with faults that the service's procedures must not have. */
const careless = router({
  changeOutside: publicProcedure().mutation(async ({ ctx }) => changeHidden(ctx.deps)),
  change: publicProcedure().mutation(async ({ ctx }) =>
    inTransaction(ctx.deps, changeHidden),
  ),
  changeAndRefuse: publicProcedure(['USERNAME_TAKEN']).mutation(async ({ ctx }) =>
    inTransaction(ctx.deps, async (inner) => {
      await changeHidden(inner);
      throw new AppError('CONFLICT', 'USERNAME_TAKEN', 'Taken.');
    }),
  ),
  refuseUnlisted: publicProcedure(['PROFILE_LIMIT']).query((): null => {
    throw usernameTaken();
  }),
  fail: publicProcedure().query((): null => {
    throw new Error('select password from users');
  }),
  answerWrongly: publicProcedure()
    .output(z.object({ shown: z.string() }))
    .query(() => JSON.parse('{"hidden":"a secret"}')),
});

const call = () => createCallerFactory(careless)(service().context());
const isHidden = async () =>
  (await owner.api.profiles.read({ username: 'ann' })).data.profile.hidden;

beforeAll(async () => {
  owner = await somebody(service());
  await owner.api.profiles.create({ username: 'ann', referral: '' });
});

beforeEach(() => {
  service().unexpected.length = 0;
});

describe('a mutation', () => {
  it('that loads an entity outside of a transaction fails, and only the log says why', async () => {
    const error = await errorOf(call().changeOutside());
    expect(error).toMatchObject({ reason: 'INTERNAL' });
    expect(error.message).not.toContain('inTransaction');
    expect(String(service().unexpected[0])).toContain('inTransaction(deps, work)');
    expect(await isHidden()).toBe(false);
  });

  it('that is refused stays unwritten by other calls of the batch', async () => {
    const batch = call();
    expect(
      await Promise.all([outcome(batch.changeAndRefuse()), outcome(batch.change())]),
    ).toEqual(['CONFLICT USERNAME_TAKEN', 'done']);
    expect(await isHidden()).toBe(true);
  });
});

describe('a failure of the service', () => {
  it('is masked, and reported with the path it happened at', async () => {
    const reported: [string, string][] = [];
    const context = {
      ...service().context(),
      onUnexpected: (error: unknown, path: string) =>
        reported.push([String(error), path]),
    };
    const error = await errorOf(createCallerFactory(careless)(context).fail());
    expect(error.message).not.toContain('password');
    expect(reported).toEqual([[expect.stringContaining('select password'), 'fail']]);
  });

  it('can be an answer that differs from the document', async () => {
    const error = await errorOf(call().answerWrongly());
    expect(error).toMatchObject({ code: 'INTERNAL_SERVER_ERROR', reason: 'INTERNAL' });
    expect(error.message).not.toContain('secret');
  });

  it('is not a client’s error, which is not reported', async () => {
    await outcome(service().as().users.me());
    await outcome(owner.api.profiles.create({ username: 'ann', referral: '' }));
    await outcome(owner.api.profiles.read({ username: 'nobody' }));
    expect(service().unexpected).toEqual([]);
  });
});

it('a failure has no stack over tRPC, and no word of what failed', async () => {
  const response = await fetchRequestHandler({
    endpoint: '/trpc',
    req: new Request('http://localhost/trpc/fail'),
    router: careless,
    createContext: () => service().context(),
  });
  expect(response.status).toBe(500);
  const body = await response.text();
  expect(body).toContain('"reason":"INTERNAL"');
  expect(body).not.toMatch(/stack|password|\.ts/);
});

describe('a reason that its procedure does not list', () => {
  it('fails the test that meets it', async () => {
    expect(await outcome(call().refuseUnlisted())).toContain(
      'refuseUnlisted fails with USERNAME_TAKEN',
    );
  });

  it('is reported in production, and still answered with its status and message', async () => {
    const reported: unknown[] = [];
    const response = await fetchRequestHandler({
      endpoint: '/trpc',
      req: new Request('http://localhost/trpc/refuseUnlisted'),
      router: careless,
      createContext: () => ({
        ...service().context(),
        onUnexpected: (error) => reported.push(error),
      }),
    });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      error: {
        message: usernameTaken().message,
        data: { code: 'CONFLICT', reason: 'INTERNAL' },
      },
    });
    expect(reported).toEqual([expect.any(UnlistedReason)]);
  });
});

describe('a call waits', () => {
  /** Who asked, in which pool, while somebody called. */
  async function askersOf(work: (by: ReturnType<typeof service>) => Promise<unknown>) {
    const askers: Asker[] = [];
    const admit: Deps['admit'] = (asker, admitted) => {
      askers.push(asker);
      return admitted();
    };
    await work(service().with({ admit }));
    return askers;
  }

  const ip = '127.0.0.1';

  it.each([['Bearer its-token'], [undefined]])(
    'once, by its network and token: %s',
    async (authorization) => {
      const ask = async (by: ReturnType<typeof service>) =>
        outcome(by.as(authorization?.slice(7)).users.me());
      expect(await askersOf(ask)).toEqual([{ ip, pool: 'foreground', authorization }]);
    },
  );

  it('among sign-ins, if it signs in', async () => {
    expect(
      await askersOf((by) => by.as().auth.sendCode({ email: newAddress() })),
    ).toMatchObject([{ ip, pool: 'sign_in' }]);
  });

  it('among searches, if a moderator’s call may read much', async () => {
    const { token } = await moderator(service());
    const search = (by: ReturnType<typeof service>) =>
      by.as(token).moderation.profiles.search({ text: '漢字' });
    expect(await askersOf(search)).toMatchObject([{ ip, pool: 'search' }]);
  });
});
