import { AppError } from '../errors.ts';

/** For an id that is nobody's. */
export const userNotFound = () =>
  new AppError('NOT_FOUND', 'USER_NOT_FOUND', 'There is no such user, or no longer.');
