import { sql, type RawBuilder } from 'kysely';

/** What a row has to fulfil. */
export type Condition = RawBuilder<unknown>;

/** All of them at once; true where there is none. */
export const every = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

/** A text as a pattern of `like`, in which `\`, `%` and `_` stand for themselves. */
export const escapeLike = (text: string): string =>
  text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
