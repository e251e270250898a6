import { z } from 'zod';
import { closeConnections, send } from './send.ts';
import type { Target } from './target.ts';

const lasting = ['OWNER', 'OTHER', 'MODERATOR', 'ADMIN'];

const List = z.object({
  data: z.object({ profiles: z.array(z.object({ username: z.string() })) }),
});

const unused = '00000000-0000-7000-8000-000000000000';

async function namesAt(origin: string, token: string | undefined): Promise<string[]> {
  if (token === undefined) {
    return ['ann'];
  }
  const { body } = await send(origin, {
    method: 'GET',
    target: '/api/v1/profiles?limit=100',
    headers: [['authorization', token]],
  });
  const { data } = List.parse(JSON.parse(body.toString('utf8')));
  return ['ann', ...data.profiles.map(({ username }) => username)];
}

/**
 * A service that runs already. Tokens come from the environment: `FUZZ_OWNER`, `FUZZ_OTHER`, `FUZZ_MODERATOR`, `FUZZ_ADMIN`, and
 * in `FUZZ_SPARES`, separated by commas, those of accounts that may be signed out and erased. What there is no token for is
 * asked without a valid one.
 */
export async function openBase(
  address: string,
  environment: Record<string, string | undefined>,
): Promise<Target> {
  const { origin } = new URL(address);
  const given = lasting.flatMap((name): [string, string][] => {
    const token = environment[`FUZZ_${name}`];
    return token ? [[name.toLowerCase(), `Bearer ${token}`]] : [];
  });
  const spares = (environment['FUZZ_SPARES'] ?? '')
    .split(',')
    .filter((token) => token !== '');
  return {
    rest: origin,
    trpc: origin,
    twins: false,
    actors: {
      lasting: new Map(given),
      spare: new Map(
        spares.map((token, number) => [`spare ${number}`, `Bearer ${token}`]),
      ),
    },
    hints: {
      names: await namesAt(origin, given[0]?.[1]),
      owned: [],
      ids: [unused],
      codes: [],
    },
    takeFailures: () => [],
    close: async () => closeConnections(),
  };
}
