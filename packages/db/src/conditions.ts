import { sql, type RawBuilder } from 'kysely';

export type Condition = RawBuilder<unknown>;

/** `false` and `''` are what `filter && sql…` gives for an unset filter. */
export type OptionalCondition = Condition | undefined | false | '';

export const given = (conditions: readonly OptionalCondition[]): Condition[] =>
  conditions.filter((condition) => typeof condition === 'object');

/** Joins the conditions by `and`; true if none is set. */
export function every(conditions: readonly OptionalCondition[]): Condition {
  const set = given(conditions);
  return set.length === 0 ? sql`true` : sql.join(set, sql` and `);
}

/** Makes `\`, `%` and `_` match themselves in a pattern of `like`. */
export const escapeLike = (text: string): string =>
  text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
