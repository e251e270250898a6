import type { Deps } from '../context.ts';
import { AppError, type ToldSuspension } from '../errors.ts';

export const verifyCodeErrors = ['CODE_INVALID', 'ACCOUNT_SUSPENDED'] as const;

export const appealSuspensionErrors = [
  'CODE_INVALID',
  'NOT_SUSPENDED',
  'APPEALED_ALREADY',
] as const;

export const revokeSessionErrors = ['SESSION_NOT_FOUND'] as const;

/** The same for a wrong, used, expired or never sent code, so that it gives nothing away. */
export const codeInvalid = () =>
  new AppError(
    'UNAUTHORIZED',
    'CODE_INVALID',
    'The code is wrong, used or expired. Try the long code of the same mail, or ask for a new mail.',
  );

/** The same, where it was a code that somebody typed, which the log counts. */
export function wrongCode({ telemetry }: Pick<Deps, 'telemetry'>, address: string) {
  telemetry.event('code_wrong', { address });
  return codeInvalid();
}

type SuspensionDetails = {
  /** Undefined where the suspension has ended by now. */
  ticket: string | undefined;
  suspension: ToldSuspension;
};

export const accountSuspended = (message: string, details: SuspensionDetails) =>
  new AppError('FORBIDDEN', 'ACCOUNT_SUSPENDED', message, details);

/** For an appeal of somebody who has proven the address, and of whom there is nothing to appeal against. */
export const notSuspended = () =>
  new AppError(
    'CONFLICT',
    'NOT_SUSPENDED',
    'No account of this address is suspended. Ask for a new code to sign in.',
  );

export const sessionNotFound = () =>
  new AppError('NOT_FOUND', 'SESSION_NOT_FOUND', 'You have no such session.');
