import { AppError } from '../errors.ts';

export const listChangesErrors = ['CURSOR_EXPIRED'] as const;

/** The next changes are deleted, or the database was restored or moved. */
export const cursorExpired = () =>
  new AppError(
    'NOT_FOUND',
    'CURSOR_EXPIRED',
    'Changes after this cursor are no longer known. Ask for a new cursor with from=now, then read everything again.',
    { status: 410 },
  );
