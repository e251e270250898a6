import { AppError } from '../../errors.ts';

export const itemErrors = ['ITEM_NOT_FOUND', 'CHANGED_MEANWHILE', 'OWN_REPORT'] as const;

export const itemNotFound = () =>
  new AppError(
    'NOT_FOUND',
    'ITEM_NOT_FOUND',
    'There is no such item that you can decide about.',
  );

/** For a decision that this kind of item does not allow. */
export const wrongDecision = (message: string) =>
  new AppError('BAD_REQUEST', 'INPUT_INVALID', `decision: ${message}`, {
    issues: [{ path: ['decision'], message }],
  });

export const noteErrors = ['PROFILE_NOT_FOUND', 'USER_NOT_FOUND'] as const;

export const noteNotFound = () =>
  new AppError(
    'NOT_FOUND',
    'NOTE_NOT_FOUND',
    'There is no such note that you can remove.',
  );
