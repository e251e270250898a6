import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { statements } from './database.ts';
import {
  instantOfIso,
  instantOfMicros,
  isoInstant,
  microsOf,
  readInstant,
} from './instants.ts';
import { giveClock, useTestDatabase } from './testing.ts';

const database = useTestDatabase();

describe('an instant', () => {
  it.each([
    '2026-01-31T12:00:00.000001Z',
    '2026-01-31T12:00:00.500Z',
    '2026-01-31T12:00:00Z',
    '2026-01-31T12:00Z',
    '0001-01-01T00:00:00.100000Z',
    '9999-12-31T23:59:59.999999Z',
  ])('is written as PostgreSQL writes it: %s', async (iso) => {
    const { rows } = await sql`select ${iso}::timestamptz as instant`.execute(
      statements(database().orm.em),
    );
    expect(rows).toEqual([{ instant: instantOfIso(iso) }]);
  });

  it.each(['2026-01-31', '2026-01-31T12:00:00+01:00', 'now'])(
    'is not accepted as %s',
    (text) => {
      expect(() => instantOfIso(text)).toThrow('Not an instant in UTC');
    },
  );

  it('is the same after conversion to microseconds and back', async () => {
    const instant = sql`timestamptz '2026-01-31 12:00:00.000001+00'`;
    const { rows } = await sql<{
      micros: string;
    }>`select ${microsOf(instant)} as micros`.execute(statements(database().orm.em));
    const micros = rows[0]?.micros ?? '';
    const again =
      await sql`select ${instantOfMicros(micros)} = ${instant} as same`.execute(
        statements(database().orm.em),
      );
    expect(again.rows).toEqual([{ same: true }]);
  });

  it('is read from the tests’ clock', async () => {
    const clock = await giveClock(database().orm);
    const iso = await clock.set('2026-03-01T00:00:00.123456Z');
    expect(await readInstant(database().orm.em.fork())).toBe(instantOfIso(iso));
  });

  it.each([
    ['2026-03-01 12:00:00+00', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01 12:00:00.5+00', '2026-03-01T12:00:00.500Z'],
    ['2026-03-01 12:00:00.123456+00', '2026-03-01T12:00:00.123Z'],
    ['2026-03-01 12:00:00.999999+00', '2026-03-01T12:00:00.999Z'],
  ])('%s becomes %s in ISO 8601', (stamp, expected) => {
    expect(isoInstant(stamp)).toBe(expected);
  });
});
