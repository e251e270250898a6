import { useMutation } from '@tanstack/react-query';
import { toastFailed } from '../components/toast.tsx';
import { failureOf } from '../failure.ts';
import { leaveSession } from '../session.ts';
import { trpc } from '../trpc.ts';

/** Ends the session at the service; every tab forgets it whatever the service answers. */
export const useSignOut = () =>
  useMutation(
    trpc.auth.signOut.mutationOptions({
      onSettled: (_answer, error) => {
        leaveSession();
        if (error && failureOf(error).reason !== 'TOKEN_INVALID') {
          toastFailed(
            'Signed out in this browser only',
            'The service could not be reached: the session itself lives on until it expires.',
          );
        }
      },
    }),
  );
