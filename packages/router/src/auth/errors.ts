import type { Deps } from '../context.ts';
import { AppError, type ToldSuspension } from '../errors.ts';

export const verifyCodeErrors = [
  'CODE_INVALID',
  'ACCOUNT_SUSPENDED',
  'ADDRESS_HELD',
] as const;

export const appealSuspensionErrors = [
  'CODE_INVALID',
  'NOT_SUSPENDED',
  'APPEALED_ALREADY',
] as const;

export const revokeSessionErrors = ['SESSION_NOT_FOUND'] as const;

/** The same for wrong, used, expired and unknown codes, so nobody learns which. */
export const codeInvalid = () =>
  new AppError(
    'UNAUTHORIZED',
    'CODE_INVALID',
    'The code is wrong, used or expired. Try the long code of the same mail, or ask for a new mail.',
  );

/** The same error for a code that somebody typed. The log counts it. */
export function wrongCode({ telemetry }: Pick<Deps, 'telemetry'>, address: string) {
  telemetry.event('code_wrong', { address });
  return codeInvalid();
}

type SuspensionDetails = {
  /** Undefined if the suspension has ended meanwhile. */
  ticket: string | undefined;
  suspension: ToldSuspension;
};

export const accountSuspended = (message: string, details: SuspensionDetails) =>
  new AppError('FORBIDDEN', 'ACCOUNT_SUSPENDED', message, details);

/** @param until in ISO 8601 */
export const addressHeld = (until: string) =>
  new AppError(
    'FORBIDDEN',
    'ADDRESS_HELD',
    `Until ${until.slice(0, 10)} nobody can make an account with this address, because an account has left it or waits to get it. Sign in with the account’s other address.`,
  );

/** For an appeal by the owner of an address without a suspended account. */
export const notSuspended = () =>
  new AppError(
    'CONFLICT',
    'NOT_SUSPENDED',
    'No account with this address is suspended. Ask for a new code to sign in.',
  );

export const sessionNotFound = () =>
  new AppError('NOT_FOUND', 'SESSION_NOT_FOUND', 'You have no such session.');
