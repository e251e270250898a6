import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { admin, somebody, type Person, signIn } from '../../../testing/people.ts';
import { type Caller, useService } from '../../../testing/use-service.ts';
import { sorts } from '../schemas.ts';

type Search = Exclude<
  Parameters<Caller['moderation']['profiles']['search']>[0],
  void | undefined
>;

/** More than one scan reads, and more than the exact count reads. */
const amount = 13_000;

/** Few enough that one transaction may count them in the same rows. */
const atOnce = 500;

const service = useService();
let owners: Person[];
let staff: Person;

type Row = {
  username: string;
  owner: string;
  hidden: boolean;
  located: boolean;
  about: string;
  website: string | null;
  created_at: string;
  updated_at: string;
  position: number;
};

let rows: Row[];

/** Inserts profiles with values spread evenly, at one end, or in one place. */
async function makeProfiles([one, other]: Person[]): Promise<void> {
  const em = service().orm.em.fork();
  for (let made = 0; made < amount; made += atOnce) {
    await sql`
    insert into profiles (
      id, owner_id, username, username_key, referral, about, socials, hidden, latitude, longitude, created_at, updated_at
    )
    select gen_random_uuid(),
      case when n % 1000 = 7 then ${other?.id}::uuid else ${one?.id}::uuid end,
      'p' || (n * 7919) % ${amount}::int, 'p' || (n * 7919) % ${amount}::int, '',
      case when n % 2 = 0 then 'common ' else '' end || case when n < 1500 then 'early ' else '' end
        || case when n between 6000 and 6020 then 'middle ' else '' end,
      case when n % 900 = 5 then '{"website": "https://www.Shop.example/1"}'::jsonb
        when n % 900 = 6 then '{"website": "https://workshop.example/"}' else '{}' end,
      n % 700 = 3, case when n > 6000 then 1 end, case when n > 6000 then 1 end,
      current_instant() + (n / 3) * interval '1 second',
      current_instant() + (n / 3) * interval '1 second' + (n * 31 % 977) * interval '1 minute'
    from generate_series(${made + 1}::int, ${made + atOnce}::int) n order by n
  `.execute(statements(em));
  }
  await sql`analyze profiles`.execute(statements(em));
}

async function readRows(): Promise<Row[]> {
  const { rows: all } = await sql<Row>`
    select username_key as username, owner_email as owner, hidden, latitude is not null as located, about,
      socials ->> 'website' as website,
      (extract(epoch from created_at) * 1000000)::bigint::text as created_at,
      (extract(epoch from updated_at) * 1000000)::bigint::text as updated_at, position::float8 as position
    from profiles
  `.execute(statements(service().orm.em.fork()));
  return all;
}

beforeAll(async () => {
  owners = [await somebody(service()), await signIn(service(), 'other@example.net')];
  staff = await admin(service());
  await makeProfiles(owners);
  for (const { api } of owners) await api.users.updateMe({ worldId: 'shared' });
  rows = await readRows();
});

const orders: Record<(typeof sorts)[number], (a: Row, b: Row) => number> = {
  newest: (a, b) =>
    Number(b.created_at) - Number(a.created_at) || b.position - a.position,
  oldest: (a, b) =>
    Number(a.created_at) - Number(b.created_at) || a.position - b.position,
  changed: (a, b) =>
    Number(b.updated_at) - Number(a.updated_at) || b.position - a.position,
  username: (a, b) => (a.username < b.username ? -1 : 1),
};

/** One of each way to find rows. Other tests have each kind of text. */
const filters: [Omit<Search, 'sort' | 'cursor' | 'limit'>, (row: Row) => boolean][] = [
  [{}, () => true],
  [{ text: 'common' }, ({ about }) => about.includes('common')],
  [{ text: 'EARLY' }, ({ about }) => about.includes('early')],
  [{ text: 'middle' }, ({ about }) => about.includes('middle')],
  [{ text: 'absent' }, () => false],
  [{ text: '-common -early' }, ({ about }) => !/common|early/.test(about)],
  [
    { text: 'domain:shop.example' },
    ({ website }) => website?.includes('www.Shop') ?? false,
  ],
  [
    { text: 'owner:other@example.net early' },
    ({ owner, about }) => owner === 'other@example.net' && about.includes('early'),
  ],
  [{ text: 'p1' }, ({ username }) => username.startsWith('p1')],
  [{ state: 'hidden' }, ({ hidden }) => hidden],
  [{ located: false }, ({ located }) => !located],
  [{ located: true, state: 'hidden' }, ({ located, hidden }) => located && hidden],
  [
    { duplicateIdentities: true, text: 'other@' },
    ({ owner }) => owner === 'other@example.net',
  ],
  [{ createdFrom: '2020-01-01T00:00:00Z' }, () => true],
];

describe('a search without an index', () => {
  it.each(sorts)(
    'scans a limited number of rows at a time, in the order of %s',
    async (sort) => {
      const { data } = await staff.api.moderation.profiles.search({ text: '!!', sort });
      expect(data).toMatchObject({ profiles: [], nextCursor: expect.any(String) });
    },
  );
});

describe.each(filters)('among many profiles, the matches of %j', (filter, matches) => {
  it.each(sorts)('come page by page in the order of %s, each once', async (sort) => {
    const expected = rows
      .filter(matches)
      .toSorted(orders[sort])
      .map(({ username }) => username);
    const found: string[] = [];
    let cursor: string | undefined;
    // Reads beyond the first scan. Pages may be short.
    while (found.length < 400) {
      const { data } = await staff.api.moderation.profiles.search({
        ...filter,
        sort,
        limit: 100,
        cursor,
      });
      found.push(...data.profiles.map(({ username }) => username));
      if (data.nextCursor === null) break;
      cursor = data.nextCursor;
    }
    expect(found.slice(0, 400)).toEqual(expected.slice(0, 400));
  });
});

const stateless = filters.filter(([{ state }]) => state === undefined);

describe.each(stateless)('the counts of %j', (filter, matches) => {
  it.each([undefined, 'hidden', 'active'] as const)(
    'counts each state, up to 10,000, for any wanted state (%s)',
    async (state) => {
      const { data } = await staff.api.moderation.profiles.countMatching({
        ...filter,
        state,
      });
      const found = rows.filter(matches);
      const hidden = found.filter((row) => row.hidden).length;
      const isExact = Object.keys(filter).length === 0;
      const upTo = (count: number) => ({
        count: isExact ? count : Math.min(count, 10_000),
        isMore: !isExact && count > 10_000,
      });
      expect(data).toEqual({
        all: upTo(found.length),
        active: upTo(found.length - hidden),
        hidden: upTo(hidden),
      });
    },
  );
});
