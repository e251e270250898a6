import { raceTogether } from '@namecard/db/testing';
import { fetchJson, refusal, requestCode, signIn, type Answer } from '@namecard/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '../testing/start-service.ts';
import { failureOf, trpcClient } from '../testing/trpc-client.ts';

const service = useService();

const racers = 30;

/** Counts each answer: `{ '200': 1, '409 USERNAME_TAKEN': 29 }`. */
async function outcomes(race: Promise<PromiseSettledResult<Answer>[]>) {
  const answers = (await race).map((result) =>
    result.status === 'fulfilled'
      ? result.value
      : { status: 0, headers: new Headers(), body: {} },
  );
  const endings = answers.map((answer) =>
    answer.status === 200 ? '200' : refusal(answer),
  );
  return Object.fromEntries(
    [...Map.groupBy(endings, (outcome) => outcome)].map(([outcome, all]) => [
      outcome,
      all.length,
    ]),
  );
}

describe('of 30 clients at the same time', () => {
  let token: string;

  beforeAll(async () => {
    token = await signIn(service(), 'ann@example.com');
  });

  it('that verify one right code, one succeeds', async () => {
    const email = 'racer@example.com';
    const otp = await requestCode(service(), email);
    const verify = () =>
      fetchJson(`${service().origin}/api/v1/auth/verify-code`, { json: { email, otp } });
    expect(await outcomes(raceTogether(racers, verify))).toEqual({
      '200': 1,
      '401 CODE_INVALID': racers - 1,
    });
  });

  it('that create one username in any case, one succeeds', async () => {
    const create = (index: number) =>
      fetchJson(`${service().origin}/api/v1/profiles`, {
        token,
        json: { username: index % 2 === 0 ? 'prize' : 'PRIZE', referral: `${index}` },
      });
    expect(await outcomes(raceTogether(racers, create))).toEqual({
      '200': 1,
      '409 USERNAME_TAKEN': racers - 1,
    });
  });

  it('that create it in batches over tRPC, one succeeds', async () => {
    const clients = [1, 2, 3].map(() => trpcClient(service().origin, token));
    const calls = clients.flatMap((client) =>
      Array.from({ length: 10 }, (_, index) =>
        client.profiles.create.mutate({
          username: 'batch-prize',
          referral: `${clients.indexOf(client)}-${index}`,
        }),
      ),
    );
    const results = await Promise.allSettled(calls);
    const lost = await Promise.all(
      calls.filter((_, index) => results[index]?.status === 'rejected').map(failureOf),
    );
    expect(lost.map(({ data }) => data?.reason)).toEqual(
      Array.from({ length: racers - 1 }, () => 'USERNAME_TAKEN'),
    );
  });
});
