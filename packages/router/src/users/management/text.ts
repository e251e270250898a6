import { sql, type RawBuilder } from 'kysely';
import { literally } from '../../conditions.ts';

/** Everything of a user's that is searched, in lower case and a line each: what the index of trigrams is made over. */
const searched = sql`user_text(email_key, username, wallet_address, farcaster_id, coinbase_wallet, world_id)`;

const like = (pattern: string) => sql`${searched} like lower(${pattern})`;

/** Three letters or digits in a row, or one that begins a word: what the index finds anywhere in a text. */
const findable = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]/u;

const beginsWord = /^[\p{L}\p{N}]/u;

/**
 * What a row of `users` has to hold for a text: its address, username or an identity contains it, in any case. One or two
 * letters or digits are looked for where one of them begins: no index finds them elsewhere.
 */
export function holdsText(text: string): RawBuilder<boolean> {
  const pattern = literally(text);
  return findable.test(text) || !beginsWord.test(text)
    ? sql<boolean>`${like(`%${pattern}%`)}`
    : sql<boolean>`(${like(`${pattern}%`)} or ${like(`%\n${pattern}%`)})`;
}

/** Whether the index leads to the rows that hold the text. */
export const isIndexed = (text: string): boolean => findable.test(text) || beginsWord.test(text);
