import {
  type ChangeKind,
  columnsOf,
  type Database,
  type Executor,
  preparedSql,
  statements,
  type Value,
} from '@namecard/db';
import { type Selectable, sql } from 'kysely';
import { profileColumns, type ProfileRow } from '../profiles/queries.ts';

/** Changes numbered by one statement. */
const chunk = 1_000;

/**
 * Gives the next numbers to one chunk of the changes that are committed and have none, unless another does so just now. Returns
 * whether there may be more.
 */
export async function numberChunk(em: Executor): Promise<boolean> {
  const { rows } = await sql<{ numbered: number }>`
    select number_changes(${sql.lit(chunk)}) as numbered
  `.execute(statements(em));
  return rows[0]?.numbered === chunk;
}

/** Seconds for which the change that has waited longest has waited for its number: 0 where none waits. */
export async function readPendingSeconds(em: Executor): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, extract(epoch from current_instant() - min(at)))::float8 as seconds from pending_changes
  `.execute(statements(em));
  return rows[0]?.seconds ?? 0;
}

/** The feed, and the last number that it has given. */
export type Feed = { id: string; last: number };

const feedRow = preparedSql(
  () => sql<Feed>`select id, last_number::float8 as last from change_feeds`,
);

export async function readFeed(em: Executor): Promise<Feed> {
  const [feed] = await feedRow(em);
  if (!feed) {
    throw new Error('The row of change_feeds is gone, without which nothing is numbered');
  }
  return feed;
}

/** A change, and what its subject is now: the columns of neither where that is gone, or a profile that is hidden. */
export type ChangeRow = Pick<
  Selectable<Database['changes']>,
  'number' | 'subjectId' | 'revision' | 'at'
> & {
  kind: ChangeKind;
  /** Whether there is such a user. */
  isUser: boolean;
  userName: string | null;
} & (ProfileRow | { [Column in keyof ProfileRow]: null });

const changesAfter = preparedSql(
  (value: Value<{ after: number; limit: number }>) => sql<ChangeRow>`
    select number::float8 as number, kind, subject_id as "subjectId", changes.revision, at,
      users.id is not null as "isUser", users.username as "userName", ${columnsOf('profiles', profileColumns)}
    from changes
    left join users on users.id = subject_id and kind like 'user.%'
    left join profiles on profiles.id = subject_id and kind like 'profile.%' and not hidden
    where number > ${value('after')} order by number limit ${value('limit')}
  `,
);

/** The changes after a number, in their order. */
export const readChanges = (
  em: Executor,
  after: number,
  limit: number,
): Promise<ChangeRow[]> => changesAfter(em, { after, limit });
