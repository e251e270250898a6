import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { escapeLike, every } from './conditions.ts';
import { statements } from './database.ts';
import { useTestDatabase } from './testing.ts';

const database = useTestDatabase();

const isTrue = async (condition: ReturnType<typeof every>) => {
  const { rows } = await sql<{ holds: boolean }>`select ${condition} as holds`.execute(
    statements(database().orm.em),
  );
  return rows[0]?.holds;
};

describe('all of several conditions', () => {
  it('are true if each is true, or if there are none', async () => {
    expect(await isTrue(every([]))).toBe(true);
    expect(await isTrue(every([sql`true`, sql`1 = 1`]))).toBe(true);
    expect(await isTrue(every([sql`true`, sql`false`]))).toBe(false);
  });

  it('leave out conditions that are not set', async () => {
    expect(await isTrue(every([undefined, false, '']))).toBe(true);
    expect(await isTrue(every([undefined, sql`false`, '']))).toBe(false);
  });
});

describe('an escaped text', () => {
  it.each(['100%', 'a_b', 'back\\slash', '%_\\%'])(
    'matches only itself: %s',
    async (text) => {
      expect(await isTrue(sql`${text}::text like ${escapeLike(text)}`)).toBe(true);
      expect(
        await isTrue(
          sql`${text.replaceAll(/[%_\\]/g, 'x')}::text like ${escapeLike(text)}`,
        ),
      ).toBe(false);
    },
  );
});
