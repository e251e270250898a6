import { useMutation } from '@tanstack/react-query';
import { toastFailed } from '../components/toast.tsx';
import { namecard } from '../namecard.ts';

/** Ends the session. Every tab forgets it, even if the service fails. */
export const useSignOut = () =>
  useMutation({
    mutationFn: () => namecard.signOut(),
    onError: () =>
      toastFailed(
        'Signed out in this browser only',
        'The service could not be reached, so the session stays valid until it expires.',
      ),
  });
