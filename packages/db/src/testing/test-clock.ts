import type { Orm } from '../orm.ts';

/** Instants are ISO 8601 in UTC: `2026-01-31T12:00:00.000001Z`. */
export type TestClock = {
  now: () => Promise<string>;
  /** In any notation of PostgreSQL. Returns the instant. */
  set: (instant: string) => Promise<string>;
  /** By milliseconds or an interval such as `10 minutes`. Returns the instant. */
  advance: (interval: number | string) => Promise<string>;
};

/** Stops the clock. Instants are text: a `Date` has no microseconds. */
export async function giveClock(orm: Orm): Promise<TestClock> {
  const connection = orm.em.getConnection();
  const turn = async (instant: string, given: string[]): Promise<string> => {
    const rows: { now: string }[] = await connection.execute(
      `UPDATE test_clock SET now = ${instant} RETURNING
        to_char(now AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`,
      given,
    );
    const [row] = rows;
    if (row === undefined) throw new Error('The test clock is gone from its table');
    return row.now;
  };
  await connection.execute(`
    CREATE TABLE IF NOT EXISTS test_clock (now timestamptz NOT NULL);
    TRUNCATE test_clock;
    INSERT INTO test_clock VALUES (clock_timestamp());
    CREATE OR REPLACE FUNCTION current_instant() RETURNS timestamptz
      LANGUAGE sql STABLE PARALLEL SAFE AS 'SELECT now FROM test_clock';
  `);
  return {
    now: async () => turn('now', []),
    set: async (instant) => turn('?::timestamptz', [instant]),
    advance: async (interval) =>
      turn('now + ?::interval', [
        typeof interval === 'number' ? `${interval} milliseconds` : interval,
      ]),
  };
}
