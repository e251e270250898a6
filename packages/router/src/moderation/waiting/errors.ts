import type { WaitingAct } from '@namecard/db';
import { AppError } from '../../errors.ts';

export const decideErrors = ['CHANGED_MEANWHILE', 'WAITING_ACT_NOT_FOUND'] as const;

export const waitingActNotFound = () =>
  new AppError(
    'NOT_FOUND',
    'WAITING_ACT_NOT_FOUND',
    'There is no such act that you could decide about.',
  );

/** @param by the decider's address; null if their account was erased */
export function decidedAlready(
  { outcome }: Pick<WaitingAct, 'outcome'>,
  by: string | null,
): AppError {
  const what = outcome === 'done' ? 'had it done' : 'dropped it';
  const who = by ?? 'Somebody whose account is gone';
  return new AppError('CONFLICT', 'CHANGED_MEANWHILE', `${who} ${what} meanwhile.`);
}

export const onlyAdminsDo = () =>
  new AppError(
    'FORBIDDEN',
    'ROLE_MISSING',
    'An admin has to decide about it. You can drop it.',
  );
