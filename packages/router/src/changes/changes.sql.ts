import {
  type ChangeKind,
  columnsOf,
  type Executor,
  preparedSql,
  type RowOf,
  type Value,
} from '@namecard/db';
import { sql } from 'kysely';
import { profileColumns, type ProfileRow } from '../profiles/profiles.sql.ts';

/** `last` is the last number that the feed has given, `keptFrom` the first that is kept. */
export type Feed = { id: string; last: number; keptFrom: number };

const feedRow = preparedSql(
  () =>
    sql<Feed>`select id, last_number::float8 as last, kept_from::float8 as "keptFrom" from change_feeds`,
);

export async function readFeed(em: Executor): Promise<Feed> {
  const [feed] = await feedRow(em);
  if (!feed) {
    throw new Error('The row of change_feeds is missing, so changes can’t be numbered');
  }
  return feed;
}

/** With the subject's current columns; null if it is gone or hidden. */
export type ChangeRow = RowOf<'changes', 'number' | 'subjectId' | 'revision' | 'at'> & {
  kind: ChangeKind;
  /** Whether the user still exists. */
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

export const readChanges = (
  em: Executor,
  after: number,
  limit: number,
): Promise<ChangeRow[]> => changesAfter(em, { after, limit });
