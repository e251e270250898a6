import { AppError } from '../errors.ts';

/** For a cursor after which changes are kept no longer, or that was given before the database was restored or moved. */
export const cursorExpired = () =>
  new AppError(
    'NOT_FOUND',
    'CURSOR_EXPIRED',
    'Changes after this cursor are no longer known. Ask for a new cursor with from=now, then read everything anew.',
    { status: 410 },
  );
