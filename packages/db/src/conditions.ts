import { sql, type RawBuilder } from 'kysely';

/** What a row has to fulfil. */
export type Condition = RawBuilder<unknown>;

/** A condition, or what is left of `filter && sql…` if the filter is not set. */
export type OptionalCondition = Condition | undefined | false | '';

/** Those conditions that are set. */
export const given = (conditions: readonly OptionalCondition[]): Condition[] =>
  conditions.filter((condition) => typeof condition === 'object');

/** True if all conditions that are set are true, or if none is set. */
export function every(conditions: readonly OptionalCondition[]): Condition {
  const set = given(conditions);
  return set.length === 0 ? sql`true` : sql.join(set, sql` and `);
}

/** A text as a pattern of `like`, in which `\`, `%` and `_` stand for themselves. */
export const escapeLike = (text: string): string =>
  text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
