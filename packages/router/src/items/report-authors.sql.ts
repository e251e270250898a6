import { sql } from 'kysely';

/** Empties what somebody without an account left with a report. No mail follows. */
export const withoutAuthor = sql`name = null, email = null, language = null, mail_due_at = null`;
