import type { z } from 'zod';
import { profileView } from '../profiles/view.ts';
import { isoInstant } from '../text.ts';
import type { ChangeRow } from './queries.ts';
import type { Change } from './schemas.ts';

/** A change as programs are told of it, with what its subject is now. */
export function changeView(row: ChangeRow): z.infer<typeof Change> {
  const { kind, subjectId, revision, at, isUser, userName } = row;
  return {
    kind,
    id: subjectId,
    revision,
    at: isoInstant(at),
    user: isUser ? { username: userName } : null,
    profile: row.username === null ? null : profileView(row),
  };
}
