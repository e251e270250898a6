import { sql, type RawBuilder } from 'kysely';
import type { Executor } from './database.ts';
import { preparedRow, type Value } from './prepared-query.ts';

/** Whole microseconds since 1970 as text: exact. */
export const microsOf = (instant: RawBuilder<unknown>) =>
  sql<string>`(extract(epoch from ${instant}) * 1000000)::bigint::text`;

export const instantOfMicros = (micros: string | RawBuilder<string>) =>
  sql<string>`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;

type Term = { since: string; until: string };

const readClock = preparedRow(
  (value: Value<{ days: number }>) => sql<Term>`
    select now::text as since, (now + make_interval(hours => 24 * ${value('days')}::int))::text as until
    from current_instant() as now
  `,
);

/** Days of 24 hours from now, by the database's clock, as entities hold instants. */
export async function readDays(em: Executor, days: number): Promise<Term> {
  const term = await readClock(em, { days });
  if (!term) throw new Error('The database returned no time');
  return term;
}

/** The present by the database's clock, as entities hold instants. */
export const readInstant = async (em: Executor): Promise<string> =>
  (await readDays(em, 0)).since;

const shape = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)?(?:\.(\d{1,6})\d*)?Z$/;

/** From ISO 8601 in UTC. Cuts off below microseconds. */
export function instantOfIso(iso: string): string {
  const [found, day, time, seconds = ':00', fraction = ''] = iso.match(shape) ?? [];
  if (found === undefined) throw new Error(`Not an instant in UTC: ${iso}`);
  const digits = fraction.replace(/0+$/, '');
  return `${day} ${time}${seconds}${digits && `.${digits}`}+00`;
}

/** PostgreSQL with `TimeZone=UTC`, `DateStyle=ISO`: no trailing zeros. */
const stampShape = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;

/** To ISO 8601 with milliseconds. Cuts off finer digits. */
export function isoInstant(stamp: string): string {
  if (!stampShape.test(stamp)) {
    throw new Error(`Not an instant of the database: ${stamp}`);
  }
  const fraction = stamp.slice(20, -3).slice(0, 3).padEnd(3, '0');
  return `${stamp.slice(0, 10)}T${stamp.slice(11, 19)}.${fraction}Z`;
}

export const isoInstantOrNull = (stamp: string | null): string | null =>
  stamp === null ? null : isoInstant(stamp);
