import type { SignInProblem } from '@namecard/client';
import { Alert } from '../../components/alert.tsx';

type Problem = SignInProblem | undefined;

/** The message at the field; undefined if the field is not the cause. */
export const fieldError = (problem: Problem): string | undefined =>
  problem?.isOfField ? problem.message : undefined;

/**
 * A problem of the whole attempt. For a suspension the service says why and until
 * when.
 */
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
