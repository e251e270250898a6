import type { KeyScope, Role } from '@namecard/db';
import { AppError, untraced } from '../errors.ts';

export const userNotFound = () =>
  new AppError(
    'NOT_FOUND',
    'USER_NOT_FOUND',
    'There is no such user. The account may have been erased.',
  );

/** For a change after which nobody could give roles. */
export const lastAdmin = () =>
  new AppError(
    'CONFLICT',
    'LAST_ADMIN',
    'Nobody else is an admin. Make somebody else an admin first.',
  );

export const configuredAdminMessage =
  'Only an admin whose address is in ADMIN_EMAILS can do this to another such admin';

/** For acting on an admin of `ADMIN_EMAILS` without being one. */
export const configuredAdmin = () =>
  new AppError('FORBIDDEN', 'CONFIGURED_ADMIN', `${configuredAdminMessage}.`);

/** The same for wrong, used, expired and unknown codes, so nobody learns which. */
export const codeInvalid = () =>
  new AppError(
    'UNAUTHORIZED',
    'CODE_INVALID',
    'The code is wrong, used or expired. Try the long code of the same mail, or ask for a new mail.',
  );

/** For the owner of an address without a suspended account. */
export const notSuspended = () =>
  new AppError(
    'CONFLICT',
    'NOT_SUSPENDED',
    'No account with this address is suspended. Ask for a new code to sign in.',
  );

/** For a second appeal against the same decision. */
export const appealedAlready = () =>
  new AppError(
    'CONFLICT',
    'APPEALED_ALREADY',
    'You have already asked for another look. The answer appears in the place of the reason.',
  );

/** For a session that began more than an hour ago. */
export const freshSignInRequired = () =>
  new AppError(
    'FORBIDDEN',
    'FRESH_SIGN_IN_REQUIRED',
    'This needs a sign-in within the last hour. Sign in again, then repeat it.',
  );

/** For an actor who lost the role during the call. */
export const roleLost = (role: Exclude<Role, 'user'>) =>
  new AppError(
    'FORBIDDEN',
    'ROLE_MISSING',
    `You are not ${role === 'admin' ? 'an admin' : 'a moderator'} any more.`,
  );

/** @param scope undefined if no service key may do this */
export const scopeMissing = (scope: KeyScope | undefined) =>
  untraced(
    () =>
      new AppError(
        'FORBIDDEN',
        'SCOPE_MISSING',
        scope === undefined
          ? 'No service key may do this. A person has to sign in and do it.'
          : `This takes a service key with the scope ${scope}. Ask an admin for one.`,
      ),
  );

/** @param message what somebody else has done */
export const changedMeanwhile = (message: string) =>
  new AppError('CONFLICT', 'CHANGED_MEANWHILE', message);
