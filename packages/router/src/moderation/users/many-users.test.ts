import { type Role, statements } from '@namecard/db';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { admin } from '../../testing/people.ts';
import { type Caller, useService } from '../../testing/use-service.ts';

const service = useService();

/** More than one scan reads, so that rare values of the oldest need the index. */
const many = 11_000;

type Someone = {
  id: string;
  texts: string[];
  role: Role;
  isSuspended: boolean;
  hasDuplicates: boolean;
};

let api: Caller;
/** All users, oldest first. */
let everybody: Someone[];

const insert = sql`
  insert into users (id, email, email_key, username, username_key, wallet_address, farcaster_id, role,
    suspended_at, suspended_until, created_at)
  select gen_random_uuid(), 'Person' || n || '@Example.com', 'person' || n || '@example.com',
    case when n % 3 = 0 then 'User_' || n end, case when n % 3 = 0 then 'user_' || n end,
    case when n % 4 = 0 then '0x' || md5(case when n < 200 then 'shared' || n % 5 else 'w' || n end) end,
    case when n % 1000 = 9 then 'Qz-' || n end,
    case when n % 2500 = 1 then 'moderator' when n % 4000 = 2 then 'admin' else 'user' end,
    case when n % 100 = 7 then current_instant() - interval '2 days' end,
    case when n % 300 = 7 then current_instant() - interval '1 day' end,
    -- Three rows each have the same time, so the id decides their order.
    current_instant() - interval '1 year' + n / 3 * interval '1 second'
  from generate_series(1, ${many}::int) n
`;

type Row = Omit<Someone, 'hasDuplicates' | 'texts'> & {
  texts: (string | null)[];
  wallet: string | null;
};

beforeAll(async () => {
  ({ api } = await admin(service()));
  const database = statements(service().orm.em.fork());
  await insert.execute(database);
  await sql`analyze users`.execute(database);
  const { rows } = await sql<Row>`
    select id, array[email, username, wallet_address, farcaster_id] as texts, wallet_address as wallet, role,
      coalesce(suspended_until > current_instant(), suspended_at is not null) as "isSuspended"
    from users order by created_at, id
  `.execute(database);
  const wallets = rows.map(({ wallet }) => wallet);
  const shared = new Set(
    wallets.filter((wallet, index) => wallets.indexOf(wallet) !== index),
  );
  everybody = rows.map(({ texts, wallet, ...row }) => ({
    ...row,
    texts: texts.flatMap((text) => (text === null ? [] : [text.toLowerCase()])),
    hasDuplicates: wallet !== null && shared.has(wallet),
  }));
});

const texts = [
  'person',
  'PERSON1',
  'son77',
  'person1234@',
  'user_9',
  'USER_',
  '0x',
  'q',
  'qz',
  'pe',
  'us',
];

const search = fc.record(
  {
    text: fc.oneof(
      fc.constantFrom(...texts),
      fc.nat(many).map((number) => `n${number}`),
      fc.nat(many).map((number) => `${number}@example`),
      fc.stringMatching(/^[0-9a-f]{3}$/),
    ),
    role: fc.constantFrom(...(['user', 'moderator', 'admin'] as const)),
    state: fc.constantFrom(...(['active', 'suspended'] as const)),
    duplicateIdentities: fc.boolean(),
    sort: fc.constantFrom(...(['newest', 'oldest'] as const)),
  },
  { requiredKeys: [] },
);

type Search = typeof search extends fc.Arbitrary<infer One> ? One : never;

/** Three letters or digits match anywhere, fewer only at a text's beginning. */
function holds(someone: Someone, text: string): boolean {
  const sought = text.toLowerCase();
  return /[a-z0-9]{3}|[^a-z0-9][a-z0-9]/.test(sought)
    ? someone.texts.some((one) => one.includes(sought))
    : someone.texts.some((one) => one.startsWith(sought));
}

function expected({ text, role, state, duplicateIdentities, sort }: Search): string[] {
  const ids = everybody
    .filter((someone) => text === undefined || holds(someone, text))
    .filter((someone) => role === undefined || someone.role === role)
    .filter(
      (someone) => state === undefined || someone.isSuspended === (state === 'suspended'),
    )
    .filter(
      (someone) =>
        duplicateIdentities === undefined ||
        someone.hasDuplicates === duplicateIdentities,
    )
    .map(({ id }) => id);
  return sort === 'oldest' ? ids : ids.toReversed();
}

/** The ids of the first pages, until there are so many. Pages may be short. */
async function pages(input: Search, limit: number, most: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  while (ids.length < limit * most) {
    const { data } = await api.moderation.users.search({
      ...input,
      limit,
      ...(cursor && { cursor }),
    });
    ids.push(...data.users.map(({ id }) => id));
    if (data.nextCursor === null) break;
    cursor = data.nextCursor;
  }
  return ids.slice(0, limit * most);
}

describe('searching many users', () => {
  it('finds the users who match all conditions, in order, with and without an index', async () => {
    await fc.assert(
      fc.asyncProperty(search, fc.constantFrom(1, 7, 100), async (input, limit) => {
        expect(await pages(input, limit, 4)).toEqual(expected(input).slice(0, limit * 4));
      }),
      { numRuns: 60 },
    );
  });

  it('scans a limited number of rows without an index, and returns a cursor', async () => {
    const { data } = await api.moderation.users.search({ text: '!!' });
    expect(data).toMatchObject({ users: [], nextCursor: expect.any(String) });
    expect(await pages({ text: '!!' }, 50, 1)).toEqual([]);
  });

  it('finds the few among the oldest who share an identity', async () => {
    const found = await pages({ duplicateIdentities: true, sort: 'newest' }, 10, 20);
    expect(found).toEqual(expected({ duplicateIdentities: true }));
    expect(found.length).toBeGreaterThan(40);
  });

  it('reads all pages of rare matches, from either end', async () => {
    for (const sort of ['newest', 'oldest'] as const) {
      expect(await pages({ text: 'qz', sort }, 3, 9)).toEqual(
        expected({ text: 'qz', sort }),
      );
    }
  });
});
