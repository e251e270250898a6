import type { SignInProblem } from '@namecard/client';
import { Alert } from '../../components/alert.tsx';

type Problem = SignInProblem | undefined;

/** What to say at the field; undefined where the field is not to blame. */
export const fieldError = (problem: Problem): string | undefined =>
  problem?.isOfField ? problem.message : undefined;

/** A problem of the whole attempt. The service's message on a suspension says until when, and why. */
export function AttemptError({ problem }: { problem: Problem }) {
  if (!problem || problem.isOfField) return null;
  const { reason, message } = problem;
  return (
    <Alert tone="bad">
      {reason === 'ACCOUNT_SUSPENDED'
        ? `${message} If you think that is a mistake, write to one of the admins.`
        : message}
    </Alert>
  );
}
