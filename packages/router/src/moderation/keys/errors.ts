import { AppError } from '../../errors.ts';

export const endKeyErrors = ['KEY_NOT_FOUND', 'CONFIGURED_ADMIN'] as const;

export const keyNotFound = () =>
  new AppError(
    'NOT_FOUND',
    'KEY_NOT_FOUND',
    'There is no such service key, or it has ended.',
  );
