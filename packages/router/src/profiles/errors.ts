import { AppError } from '../errors.ts';

/** For a username that no profile has, can have, or whose profile is hidden from whoever asks. */
export const profileNotFound = () =>
  new AppError('NOT_FOUND', 'PROFILE_NOT_FOUND', 'There is no profile of this username.');
