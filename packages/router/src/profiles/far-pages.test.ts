import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { somebody, moderator, type Person } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';

/** Enough profiles for several segments of the counts. */
const amount = 13_000;

const service = useService({ settings: { profilesPerAccount: 0 } });
let owner: Person;
let staff: Person;

/** The usernames in the order of their creation, straight from the table. */
async function inOrder(withHidden: boolean): Promise<string[]> {
  const rows = await statements(service().orm.em.fork())
    .selectFrom('profiles')
    .select('username')
    .$if(!withHidden, (query) => query.where('hidden', '=', false))
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ username }) => username);
}

/** Few enough for one transaction. */
const atOnce = 500;

/** Profiles made in bulk: one in seven is hidden, one in eleven is deleted again. */
async function makeProfiles(): Promise<void> {
  const em = service().orm.em.fork();
  // Positions begin far from 0, as in an old database.
  await sql`select setval('profile_positions', (1 << 22) - 5000)`.execute(statements(em));
  for (let made = 0; made < amount; made += atOnce) {
    await sql`
      insert into profiles (id, owner_id, username, username_key, referral, created_at)
      select lpad(to_hex(n), 32, '0')::uuid, ${owner.id}, 'p' || n, 'p' || n, '',
        current_instant() + n * interval '1 second'
      from generate_series(${made + 1}::int, ${made + atOnce}::int) n order by n
    `.execute(statements(em));
  }
  await sql`delete from profiles where substr(username, 2)::int % 11 = 0`.execute(
    statements(em),
  );
  await sql`update profiles set hidden = true where substr(username, 2)::int % 7 = 0`.execute(
    statements(em),
  );
}

beforeAll(async () => {
  owner = await somebody(service());
  staff = await moderator(service());
  await makeProfiles();
});

describe.each([
  ['a user', false],
  ['a moderator', true],
] as const)('a long list, for %s', (_, moderates) => {
  const page = async (query: { page: number; limit: number; reverse: boolean }) => {
    const { data } = await (moderates ? staff : owner).api.profiles.list(query);
    return data;
  };

  it.each([false, true])(
    'has correct pages everywhere, for many concurrent callers (reverse: %s)',
    async (reverse) => {
      const all = await inOrder(moderates);
      const expected = reverse ? all : all.toReversed();
      const limit = 97;
      const last = Math.ceil(expected.length / limit);
      const pages = Array.from({ length: last + 1 }, (_unused, index) => index + 1);
      const asked = [...pages, 1, 50, last];
      const listed = await Promise.all(
        asked.map((number) => page({ page: number, limit, reverse })),
      );
      for (const [index, number] of asked.entries()) {
        expect(listed[index]?.profiles.map(({ username }) => username)).toEqual(
          expected.slice((number - 1) * limit, number * limit),
        );
      }
    },
  );

  it('has correct counts', async () => {
    const all = (await inOrder(true)).length;
    const active = (await inOrder(false)).length;
    const { count } = await page({ page: 100, limit: 20, reverse: false });
    expect(count).toEqual({ all, active, hidden: all - active });
  });
});

describe('a walk', () => {
  const walk = async (
    limit: number,
    each: (page: number) => Promise<unknown> = async () => {},
  ) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 1; ; page += 1) {
      const { data } = await owner.api.profiles.walk({
        limit,
        ...(cursor && { cursor }),
      });
      seen.push(...data.profiles.map(({ username }) => username));
      if (data.nextCursor === null) return seen;
      cursor = data.nextCursor;
      await each(page);
    }
  };

  it('returns each once while others are created, hidden and deleted', async () => {
    const before = await inOrder(false);
    const [first = '', ...rest] = before;
    const late = rest.at(-1) ?? '';
    const seen = await walk(100, async (page) => {
      if (page > 3) return;
      await owner.api.profiles.create({ username: `during-${page}`, referral: '' });
      await owner.api.profiles.remove({
        username: page === 1 ? first : (before[page * 7] ?? ''),
      });
      if (page === 3)
        await staff.api.moderation.profiles.hide({ username: late, reason: 'spam' });
    });
    expect(new Set(seen).size).toBe(seen.length);
    const lasting = new Set(await inOrder(false));
    const missed = before.filter((name) => lasting.has(name) && !seen.includes(name));
    expect(missed).toEqual([]);
    expect(seen).not.toContain(late);
  });
});
