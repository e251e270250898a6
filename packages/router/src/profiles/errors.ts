import { AppError } from '../errors.ts';

export const createProfileErrors = ['USERNAME_TAKEN', 'PROFILE_LIMIT'] as const;

export const readProfileErrors = ['PROFILE_NOT_FOUND'] as const;

/** Of whatever only a profile's owner does to it. */
export const ownProfileErrors = ['PROFILE_NOT_FOUND', 'NOT_OWNER'] as const;

export const appealProfileErrors = [
  ...ownProfileErrors,
  'NOT_HIDDEN',
  'APPEALED_ALREADY',
] as const;

/** For a username that no profile has, can have, or whose profile is hidden from whoever asks. */
export const profileNotFound = () =>
  new AppError('NOT_FOUND', 'PROFILE_NOT_FOUND', 'There is no profile of this username.');

export const notOwner = () =>
  new AppError(
    'FORBIDDEN',
    'NOT_OWNER',
    'This profile is somebody else’s; only its owner changes it.',
  );

export const notHidden = () =>
  new AppError('CONFLICT', 'NOT_HIDDEN', 'This profile is not hidden.');

export const profileLimit = (most: number) =>
  new AppError('FORBIDDEN', 'PROFILE_LIMIT', `An account has ${most} profiles at most.`);
