import { AppError, inWords, untraced } from '../errors.ts';
import { contactMessage } from '../addresses.ts';

export const createProfileErrors = ['USERNAME_TAKEN', 'PROFILE_LIMIT'] as const;

export const readProfileErrors = ['PROFILE_NOT_FOUND'] as const;

export const reportProfileErrors = [
  ...readProfileErrors,
  'REPORT_LIMIT',
  'REPORTS_FULL',
] as const;

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

/** For the sender's own limit. `counted` has made `most` reports in a day. */
export const reportLimit = (
  seconds: number,
  most: number,
  counted: 'account' | 'IP address',
) =>
  untraced(
    () =>
      new AppError(
        'TOO_MANY_REQUESTS',
        'REPORT_LIMIT',
        counted === 'account'
          ? `You have sent ${most} reports today. Try again in ${inWords(seconds)}.`
          : `${most} reports without an account came from your IP address today. Sign in and send it again, or try again in ${inWords(seconds)}.`,
        { retryAfter: Math.max(1, seconds) },
      ),
  );

/** For a report that is refused because of what others sent. */
export const reportsFull = (seconds: number, contactUrl: string | undefined) =>
  untraced(
    () =>
      new AppError(
        'TOO_MANY_REQUESTS',
        'REPORTS_FULL',
        [
          'Others sent too many reports without an account today, so yours was not stored. Sign in and send it again.',
          ...contactMessage(contactUrl),
        ].join(' '),
        { retryAfter: Math.max(1, seconds) },
      ),
  );
