import { p } from '@mikro-orm/core';

/** A text, `2026-01-31 12:00:00.000001+00`: a `Date` has no microseconds. */
export const instant = () => p.string().columnType('timestamptz').runtimeType('string');

/** Defaults to the present, by the database's clock. */
export const instantOfCreation = () => instant().defaultRaw('current_instant()');

export const position = (sequence: string) =>
  p
    .bigint('number')
    .defaultRaw(`nextval('${sequence}')`)
    // The comparator takes any `nextval` for a serial column's own sequence.
    .ignoreSchemaChanges('default');
