import { AppError } from '../errors.ts';

export const createProfileErrors = ['USERNAME_TAKEN', 'PROFILE_LIMIT'] as const;

export const readProfileErrors = ['PROFILE_NOT_FOUND'] as const;

/** For all that only the owner of a profile may do. */
export const ownProfileErrors = ['PROFILE_NOT_FOUND', 'NOT_OWNER'] as const;

export const appealProfileErrors = [
  ...ownProfileErrors,
  'NOT_HIDDEN',
  'APPEALED_ALREADY',
] as const;

/** Also for impossible usernames and profiles that the caller may not see. */
export const profileNotFound = () =>
  new AppError(
    'NOT_FOUND',
    'PROFILE_NOT_FOUND',
    'There is no profile with this username.',
  );

export const notOwner = () =>
  new AppError(
    'FORBIDDEN',
    'NOT_OWNER',
    'This profile belongs to somebody else. Only its owner can change it.',
  );

export const notHidden = () =>
  new AppError('CONFLICT', 'NOT_HIDDEN', 'This profile is not hidden.');

export const profileLimit = (most: number) =>
  new AppError(
    'FORBIDDEN',
    'PROFILE_LIMIT',
    `An account can have at most ${most} profiles.`,
  );
