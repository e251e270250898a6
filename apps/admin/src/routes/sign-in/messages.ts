import type { SignInProblem } from '@namecard/client';

/** A problem of the whole attempt. The service's message on a suspension says until when, and why. */
export const attemptError = ({ reason, message }: SignInProblem): string =>
  reason === 'ACCOUNT_SUSPENDED'
    ? `${message} If you think that is a mistake, write to one of the admins.`
    : message;
