import { type Executor, onlyRow, type ReportReason } from '@namecard/db';
import { sql } from 'kysely';

/** Newest first. `card` is null where it is about the account, or the card is gone. */
type AboutPerson = {
  notes: { at: string; text: string; card: string | null }[];
  privateNotes: { at: string; type: string; text: string; card: string | null }[];
  reports: { at: string; reason: ReportReason; text: string | null; card: string }[];
};

/** Most rows of each kind. */
const most = 1_000;

const iso = sql`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/** What others wrote about a person, without who they are. */
export function readAboutPerson(em: Executor, userId: string): Promise<AboutPerson> {
  const at = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone 'UTC', ${iso}) as at`;
  const listOf = (found: ReturnType<typeof sql>) =>
    sql`coalesce((select json_agg(found) from (${found} limit ${sql.lit(most)}) found), '[]')`;
  return onlyRow(em)<AboutPerson>`
    select ${listOf(sql`
      select ${at('notes.at')}, notes.text, profiles.username as card
      from notes left join profiles on profiles.id = notes.profile_id
      where notes.user_id = ${userId} order by notes.at desc
    `)} as notes, ${listOf(sql`
      select ${at('events.at')}, events.type, actions.private_note as text, events.username as card
      from audit_events events join moderation_actions actions on actions.id = events.action_id
      where events.user_id = ${userId} and actions.private_note is not null order by events.position desc
    `)} as "privateNotes", ${listOf(sql`
      select ${at('reports.at')}, reports.reason, reports.text, profiles.username as card
      from reports join items on items.id = reports.item_id join profiles on profiles.id = items.profile_id
      where items.user_id = ${userId} order by reports.at desc
    `)} as reports
  `;
}
