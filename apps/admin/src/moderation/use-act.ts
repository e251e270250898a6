import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { readAllAgain } from './read-again.ts';
import { reportFailure } from './report-failures.ts';

/**
 * A mutation after which everything is read again. Also after an error: somebody else
 * may have been faster.
 * @param failed the title of a toast about an error, if nothing else shows it
 */
export const useAct = <Output, Failure, Input, Context>(
  options: UseMutationOptions<Output, Failure, Input, Context>,
  failed?: string,
) =>
  useMutation({
    ...options,
    ...(failed !== undefined && {
      onError: (error: Failure) => reportFailure(failed, error),
    }),
    onSettled: () => void readAllAgain(),
  });
