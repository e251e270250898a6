import type { Role } from '@namecard/db';
import { AppError } from '../errors.ts';

/** For what would leave nobody who can give roles. */
export const lastAdmin = () =>
  new AppError(
    'CONFLICT',
    'LAST_ADMIN',
    'Nobody else is an admin. Make somebody else an admin first.',
  );

/** For whoever had the role when the call began, and has lost it by now. */
export const roleLost = (role: Exclude<Role, 'user'>) =>
  new AppError(
    'FORBIDDEN',
    'ROLE_MISSING',
    `You are not ${role === 'admin' ? 'an admin' : 'a moderator'} any more.`,
  );
