import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { createSignIn } from './create-sign-in.ts';
import { explain } from './explain.ts';
import { failureOf } from './testing/failure.ts';
import { listen } from './testing/http-server.ts';

const rawReason = 'SECOND_FACTOR_REQUIRED';
const message = 'Enter the number of your authenticator app.';

/** A service of a later version, whose answers have a reason that is new. */
const newer = (status: number, isOfCall = true) =>
  listen((_request, response) => {
    const data = { httpStatus: status, reason: rawReason, code: 'FORBIDDEN' };
    const error = { code: -32_000, message, data };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(isOfCall ? [{ error }] : { message, reason: rawReason, code: '' }),
    );
  });

describe('a reason of a newer service', () => {
  it.each([
    [403, true],
    [409, true],
    [503, true],
    [413, false],
    [401, false],
  ])(
    'is kept with the service’s own message: %s, of a call: %s',
    async (status, isOf) => {
      await using service = await newer(status, isOf);
      const { api } = createClient({ url: service.origin, backOff: { retries: 0 } });
      const failure = await failureOf(api.profiles.list.query());
      expect(failure).toMatchObject({ reason: 'UNKNOWN', rawReason, status });
      expect(explain(failure)).toBe(message);
    },
  );

  it('is told to the person who signs in', async () => {
    await using service = await newer(403);
    const signIn = createSignIn(createClient({ url: service.origin }));
    await signIn.sendCode('ann@example.com');
    expect(signIn.get().problem).toMatchObject({ reason: 'UNKNOWN', rawReason, message });
  });
});
