import { actCodeErrors } from '../access/act-codes.ts';
import { AppError } from '../errors.ts';
import { mostADay } from './policy.ts';

export const inviteErrors = ['INVITATION_LIMIT', ...actCodeErrors] as const;

/** @param left how many more people may be invited now */
export const invitationLimit = (left: number) =>
  new AppError(
    'TOO_MANY_REQUESTS',
    'INVITATION_LIMIT',
    `Admins and keys together invite at most ${mostADay} people in 24 hours. Now it can be ${left} more. Invite the rest tomorrow, or ask the operator to run "./namecard invite FILE".`,
    { retryAfter: 3_600 },
  );
