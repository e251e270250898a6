import type { Settings } from '../context.ts';
import { AppError, usernameTaken } from '../errors.ts';

/** For a username that no profile has, can have, or whose profile is hidden from whoever asks. */
export const profileNotFound = () =>
  new AppError('NOT_FOUND', 'PROFILE_NOT_FOUND', 'There is no profile of this username.');

export const profileLimit = (most: number) =>
  new AppError('FORBIDDEN', 'PROFILE_LIMIT', `An account has ${most} profiles at most.`);

/** The errors of a creation that its repetition fails with too. */
export const creationErrors = ({ profilesPerAccount }: Settings) => ({
  USERNAME_TAKEN: () => usernameTaken(),
  PROFILE_LIMIT: () => profileLimit(profilesPerAccount),
});
