import { p } from '@mikro-orm/core';

/** A text, `2026-01-31 12:00:00.000001+00`: a `Date` has no microseconds. */
export const instant = () => p.string().columnType('timestamptz').runtimeType('string');

/** Defaults to the present, by the database's clock. */
export const instantOfCreation = () => instant().defaultRaw('current_instant()');

/** An index of some rows, or of expressions. */
export const index = (name: string, on: string) => ({
  name,
  expression: `create index ${name} on ${on}`,
});

export const uniqueIndex = (name: string, on: string) => ({
  name,
  expression: `create unique index ${name} on ${on}`,
});

export const position = (sequence: string) =>
  p
    .bigint('number')
    .defaultRaw(`nextval('${sequence}')`)
    // The comparator takes any `nextval` for a serial column's own sequence.
    .ignoreSchemaChanges('default');
