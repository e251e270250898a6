import { codeInvalid } from '../access/errors.ts';
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
    `Until ${until.slice(0, 10)} nobody can make an account with this address, because an account has left it or waits to get it. Sign in with the account’s other address. If you did not change it, the code of our mail about the change takes it back.`,
    { until },
  );

export const sessionNotFound = () =>
  new AppError('NOT_FOUND', 'SESSION_NOT_FOUND', 'You have no such session.');
