import { isoInstant } from '@namecard/db';
import type { z } from 'zod';
import type { SeenByOthers } from '../context.ts';
import { asOthersSeeIt, profileView } from '../profiles/view.ts';
import type { ChangeRow } from './changes.sql.ts';
import type { Change } from './schemas.ts';

/** A change with its subject as a stranger sees it now. */
export function changeView(
  row: ChangeRow,
  settings: SeenByOthers,
): z.infer<typeof Change> {
  const { kind, subjectId, revision, at, isUser, userName } = row;
  const profile = row.username === null ? null : profileView(row, settings.socials);
  return {
    kind,
    id: subjectId,
    revision,
    at: isoInstant(at),
    user: isUser ? { username: userName } : null,
    profile: profile && asOthersSeeIt(profile, settings),
  };
}
