import { p } from '@mikro-orm/core';

/**
 * An instant, in text as PostgreSQL writes it: `2026-01-31 12:00:00.000001+00`. Were its type at run time not named, the ORM
 * would make a `Date` of it, which has no microseconds.
 */
export const instant = () => p.string().columnType('timestamptz').runtimeType('string');

/** An instant that is the present, by the database's clock, unless it is given. */
export const instantOfCreation = () => instant().defaultRaw('current_instant()');

/** A number that is counted up with each new row of a table. */
export const position = (sequence: string) =>
  p
    .bigint('number')
    .defaultRaw(`nextval('${sequence}')`)
    // The comparator takes any `nextval` for a serial column's own sequence.
    .ignoreSchemaChanges('default');
