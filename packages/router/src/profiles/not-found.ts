import { AppError } from '../errors.ts';

/** The refusal of a username that no profile has, can have, or that is hidden from whoever asks. */
export const notFound = () =>
  new AppError('NOT_FOUND', 'PROFILE_NOT_FOUND', 'There is no profile of this username.');
