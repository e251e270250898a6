import type { WaitingAct } from '@namecard/db';
import { actCodeErrors } from '../../access/act-codes.ts';
import { AppError } from '../../errors.ts';

export const decideErrors = [
  'CHANGED_MEANWHILE',
  'WAITING_ACT_NOT_FOUND',
  ...actCodeErrors,
] as const;

export const waitingActNotFound = () =>
  new AppError(
    'NOT_FOUND',
    'WAITING_ACT_NOT_FOUND',
    'There is no such act that you can decide about.',
  );

/** @param by the decider's address; null if their account was erased */
export function decidedAlready(
  { outcome }: Pick<WaitingAct, 'outcome'>,
  by: string | null,
): AppError {
  const what = outcome === 'dropped' ? 'dropped it' : 'let it be done';
  const who = by ?? 'Somebody whose account is gone';
  return new AppError('CONFLICT', 'CHANGED_MEANWHILE', `${who} ${what} meanwhile.`);
}

export const onlyAdminsDo = () =>
  new AppError(
    'FORBIDDEN',
    'ROLE_MISSING',
    'Only an admin can do this act. You can drop it.',
  );
