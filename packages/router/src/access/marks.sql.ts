import { type Executor, logEnd, preparedSql, type Value } from '@namecard/db';
import { sql } from 'kysely';

const markWrite = preparedSql(
  (value: Value<{ userId: string }>) => sql`
    insert into last_writes as own (user_id, position)
    select id, ${logEnd} from users where id = ${value('userId')} for key share
    on conflict (user_id) do update set position = ${logEnd}
  `,
);

/** Marks that something was taken out of anybody's sight, as `markChange` does. */
export const markRemoval = preparedSql(
  () =>
    sql`update last_removals set position = ${logEnd} where shard = pg_backend_pid() % 8`,
);

/**
 * Marks that the user has changed something, or that something was taken out of anybody's sight; to be called when that is committed
 * and not yet answered. Who waits for another's mark reads the log's end after it, so that a newer mark covers the older.
 */
export const markChange = async (
  em: Executor,
  userId: string,
  { removes }: { removes: boolean },
): Promise<unknown> => (removes ? markRemoval(em) : markWrite(em, { userId }));
