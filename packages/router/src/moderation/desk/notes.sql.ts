import {
  allRows,
  type Condition,
  type Executor,
  hasRow,
  type RowOf,
  statements,
} from '@namecard/db';
import { sql } from 'kysely';
import { mayKnowOf, type Viewer } from '../../access/viewer.sql.ts';

/** Most notes in an answer. */
const most = 50;

export type NoteRow = RowOf<'notes', 'id' | 'text' | 'at'> & {
  authorId: string;
  email: string;
  isAboutCard: boolean;
};

const newestNotes = (
  em: Executor,
  isWanted: Condition,
  limit: number,
): Promise<NoteRow[]> =>
  allRows(em)<NoteRow>`
    select notes.id, notes.text, notes.at, notes.author_id as "authorId", users.email,
      notes.profile_id is not null as "isAboutCard"
    from notes join users on users.id = notes.author_id
    where ${isWanted} order by notes.at desc, notes.id desc limit ${sql.lit(limit)}
  `;

/** The newest notes on a card and its owner, not on the owner's other cards. */
export const findNotes = (
  em: Executor,
  userId: string,
  profileId: string | null,
): Promise<NoteRow[]> =>
  newestNotes(
    em,
    sql`notes.user_id = ${userId} and (notes.profile_id is null or notes.profile_id = ${profileId}::uuid)`,
    most,
  );

/** Whether the user exists and the viewer may use notes about them. */
export const mayReadNotes = (
  em: Executor,
  viewer: Viewer,
  userId: string,
): Promise<boolean> =>
  hasRow(em)`
    select from users where id = ${userId} and ${mayKnowOf(viewer, sql`users.id`)}
  `;

/** A note is about an account or one of its cards. */
export type Subject = { userId: string; profileId?: string | undefined };

/** Locks the subject against deletion. Returns false if it is gone. */
export async function lockSubject(
  em: Executor,
  { profileId, userId }: Subject,
): Promise<boolean> {
  const { rows } = await (
    profileId === undefined
      ? sql`select from users where id = ${userId} for key share`
      : sql`
          select from users join profiles on profiles.owner_id = users.id
          where profiles.id = ${profileId} and users.id = ${userId} for key share of users, profiles
        `
  ).execute(statements(em));
  return rows.length > 0;
}

/** Deletes a note of the author; admins may delete any. False if there is none. */
export function deleteNote(
  em: Executor,
  { person, isAdmin }: Viewer,
  id: string,
): Promise<boolean> {
  const isOpenToAdmin = sql`${isAdmin} and user_id is distinct from ${person}::uuid`;
  return hasRow(em)`
    delete from notes where id = ${id} and (author_id = ${person}::uuid or ${isOpenToAdmin}) returning 1
  `;
}

/** The newest notes without a subject, for the next shift. */
export const findHandOvers = (em: Executor, limit: number): Promise<NoteRow[]> =>
  newestNotes(em, sql`notes.user_id is null`, limit);
