import { Note } from '@namecard/db';
import type { z } from 'zod';
import type { SignedInUser } from '../../access/caller.ts';
import { lockModerator } from '../../access/moderator.ts';
import { viewerOf } from '../../access/viewer.ts';
import type { Deps } from '../../context.ts';
import { profileNotFound } from '../../profiles/errors.ts';
import type { Nothing } from '../../schemas.ts';
import { inSnapshot, inTransaction } from '../../transaction.ts';
import { userNotFound } from '../../access/errors.ts';
import { noteNotFound } from './errors.ts';
import { deleteNote, findNotes, lockSubject, mayReadNotes } from './notes.sql.ts';
import type {
  AddNoteInput,
  HandOverInput,
  NoteName,
  NotesInput,
  NotesOf,
  WrittenNote,
} from './schemas.ts';
import { noteView } from './view.ts';

type Written = z.infer<typeof WrittenNote>;

async function write(
  { em, random }: Deps,
  { id: authorId }: SignedInUser,
  note: { userId: string | null; profileId: string | null; text: string },
): Promise<Written> {
  const { id } = em.create(Note, { id: random.id(), authorId, ...note });
  await em.flush();
  return { data: { id } };
}

/** Fails with `PROFILE_NOT_FOUND`, `USER_NOT_FOUND`. */
export const addNote = (
  deps: Deps,
  actor: SignedInUser,
  { text, ...subject }: z.infer<typeof AddNoteInput>,
): Promise<Written> =>
  inTransaction(deps, async (inner) => {
    await lockModerator(inner, actor);
    const { userId, profileId = null } = subject;
    const isThere = await lockSubject(inner.em, subject);
    const viewer = viewerOf(actor, inner);
    if (!isThere || !(await mayReadNotes(inner.em, viewer, userId))) {
      throw profileId === null ? userNotFound() : profileNotFound();
    }
    return write(inner, actor, { userId, profileId, text });
  });

/** Leaves a note for the next shift. */
export const handOver = (
  deps: Deps,
  actor: SignedInUser,
  { text }: z.infer<typeof HandOverInput>,
): Promise<Written> =>
  inTransaction(deps, async (inner) => {
    await lockModerator(inner, actor);
    return write(inner, actor, { userId: null, profileId: null, text });
  });

/** People remove their own notes, admins any note. Fails with `NOTE_NOT_FOUND`. */
export const removeNote = (
  deps: Deps,
  actor: SignedInUser,
  { id }: z.infer<typeof NoteName>,
): Promise<z.infer<typeof Nothing>> =>
  inTransaction(deps, async (inner) => {
    await lockModerator(inner, actor);
    if (!(await deleteNote(inner.em, viewerOf(actor, inner), id))) {
      throw noteNotFound();
    }
    return { data: null };
  });

/** Notes on a person and one of their cards. Nobody reads their own. */
export const readNotes = (
  deps: Deps,
  actor: SignedInUser,
  { userId, profileId }: z.infer<typeof NotesInput>,
): Promise<z.infer<typeof NotesOf>> =>
  inSnapshot(deps, async ({ em, settings }) => {
    const canAdd = await mayReadNotes(em, viewerOf(actor, { settings }), userId);
    const rows = canAdd ? await findNotes(em, userId, profileId ?? null) : [];
    return { data: { notes: rows.map(noteView), canAdd } };
  });
