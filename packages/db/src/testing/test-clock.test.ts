import { beforeAll, describe, expect, it } from 'vitest';
import { giveClock, useTestDatabase, type TestClock } from '../testing.ts';

const database = useTestDatabase();
let clock: TestClock;

beforeAll(async () => {
  clock = await giveClock(database().orm);
});

async function currentInstant(): Promise<string> {
  const rows: { instant: string }[] = await database()
    .orm.em.getConnection()
    .execute(`SELECT (current_instant() AT TIME ZONE 'UTC')::text AS instant`);
  return String(rows[0]?.instant);
}

describe('the test clock', () => {
  it('is what the database reads, to the microsecond', async () => {
    expect(await clock.set('2026-01-31T23:59:59.999999Z')).toBe(
      '2026-01-31T23:59:59.999999Z',
    );
    expect(await currentInstant()).toBe('2026-01-31 23:59:59.999999');
  });

  it('stands still until it is moved', async () => {
    const before = await clock.now();
    expect(await clock.now()).toBe(before);
  });

  it('advances by a PostgreSQL interval', async () => {
    await clock.set('2026-01-31T12:00:00Z');
    expect(await clock.advance('10 minutes 1 microsecond')).toBe(
      '2026-01-31T12:10:00.000001Z',
    );
  });

  it('advances by milliseconds, and back', async () => {
    await clock.set('2026-01-31T12:00:00.000001Z');
    expect(await clock.advance(1_500)).toBe('2026-01-31T12:00:01.500001Z');
    expect(await clock.advance(-1_500)).toBe('2026-01-31T12:00:00.000001Z');
  });

  it('dates new rows', async () => {
    await clock.set('2026-03-01T00:00:00.123456Z');
    const rows: { created: string }[] = await database()
      .orm.em.getConnection()
      .execute(
        `INSERT INTO users (id, email, email_key) VALUES (gen_random_uuid(), 'a', 'a')
         RETURNING (created_at AT TIME ZONE 'UTC')::text AS created`,
      );
    expect(rows).toEqual([{ created: '2026-03-01 00:00:00.123456' }]);
  });

  it('starts at the present if it is given again', async () => {
    await clock.set('2000-01-01T00:00:00Z');
    const again = await giveClock(database().orm);
    expect(Date.parse(await again.now())).toBeGreaterThan(
      Date.parse('2026-01-01T00:00:00Z'),
    );
  });
});
