import { AppError } from '../errors.ts';

export const userNotFound = () =>
  new AppError(
    'NOT_FOUND',
    'USER_NOT_FOUND',
    'There is no such user. The account may have been erased.',
  );
export const readUserErrors = ['USER_NOT_FOUND'] as const;

export const updateMeErrors = ['USERNAME_TAKEN'] as const;

export const removeMeErrors = ['LAST_ADMIN', 'MOVE_OPEN'] as const;
