import { explain, type Failure } from '../../failure.ts';

/** An error to show at the field; undefined where the field is not to blame. */
export function fieldError({ reason }: Failure, ofInput: string): string | undefined {
  switch (reason) {
    case 'INPUT_INVALID':
      return ofInput;
    case 'CODE_INVALID':
      return 'That code didn’t work: it may be mistyped, used or expired. Try the long code of the same mail, or have a new one sent.';
    default:
      return undefined;
  }
}

/** An error of the whole attempt. The service's message on a suspension says until when, and why. */
export function attemptError(failure: Failure): string {
  return failure.reason === 'ACCOUNT_SUSPENDED'
    ? `${failure.message} If you think that is a mistake, write to one of the admins.`
    : explain(failure);
}
