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

describe('every one of some conditions', () => {
  it('holds where all of them do, and where there is none', async () => {
    expect(await isTrue(every([]))).toBe(true);
    expect(await isTrue(every([sql`true`, sql`1 = 1`]))).toBe(true);
    expect(await isTrue(every([sql`true`, sql`false`]))).toBe(false);
  });

  it('leaves out those that are not set', async () => {
    expect(await isTrue(every([undefined, false, '']))).toBe(true);
    expect(await isTrue(every([undefined, sql`false`, '']))).toBe(false);
  });
});

describe('an escaped text', () => {
  it.each(['100%', 'a_b', 'back\\slash', '%_\\%'])(
    'is found as it is alone: %s',
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
