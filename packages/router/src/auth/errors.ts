import { AppError } from '../errors.ts';

export const verifyCodeErrors = ['CODE_INVALID', 'ACCOUNT_SUSPENDED'] as const;

export const revokeSessionErrors = ['SESSION_NOT_FOUND'] as const;

/** The same for a wrong, used, expired or never sent code, so that it gives nothing away. */
export const codeInvalid = () =>
  new AppError(
    'UNAUTHORIZED',
    'CODE_INVALID',
    'The code is wrong, used or expired. Try the long code of the same mail, or ask for a new mail.',
  );

export const accountSuspended = (message: string) =>
  new AppError('FORBIDDEN', 'ACCOUNT_SUSPENDED', message);

export const sessionNotFound = () =>
  new AppError('NOT_FOUND', 'SESSION_NOT_FOUND', 'You have no such session.');
