import { sql, type RawBuilder } from 'kysely';

export type Condition = RawBuilder<unknown>;

/** `false` and `''` are what `filter && sql…` gives for an unset filter. */
export type OptionalCondition = Condition | undefined | false | '';

export const given = (conditions: readonly OptionalCondition[]): Condition[] =>
  conditions.filter((condition) => typeof condition === 'object');

/** True if no condition is set. */
export function every(conditions: readonly OptionalCondition[]): Condition {
  const set = given(conditions);
  return set.length === 0 ? sql`true` : sql.join(set, sql` and `);
}

export const escapeLike = (text: string): string =>
  text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
