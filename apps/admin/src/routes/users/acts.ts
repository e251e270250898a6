import { useMutation } from '@tanstack/react-query';
import { toastDone } from '../../components/toast.tsx';
import { queryClient } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import { reportDone } from '../moderation/acts.ts';

/** What an act on a user may have changed is read again where it is shown. */
const readAgain = () =>
  Promise.all(
    [
      trpc.users.search.pathFilter(),
      trpc.users.inspect.pathFilter(),
      trpc.events.pathFilter(),
      trpc.moderation.pathFilter(),
      trpc.profiles.search.pathFilter(),
      trpc.profiles.inspect.pathFilter(),
    ].map((filter) => queryClient.invalidateQueries(filter)),
  );

type Done = { onDone: () => void };

/** After a refusal, too: somebody else may have been there first. */
const onError = () => void readAgain();

export const useChangeRole = ({ onDone }: Done) =>
  useMutation(
    trpc.users.changeRole.mutationOptions({
      onError,
      onSuccess: ({ data: { act, user } }, { to }) => {
        onDone();
        reportDone({ act, title: `${user.email} is ${article(to)} ${to} now` });
        void readAgain();
      },
    }),
  );

const article = (word: string) => (/^[aeio]/.test(word) ? 'an' : 'a');

export const useSuspend = ({ onDone }: Done) =>
  useMutation(
    trpc.users.suspend.mutationOptions({
      onError,
      onSuccess: ({ data: { act, user } }) => {
        onDone();
        reportDone({ act, title: `${user.email} suspended` });
        void readAgain();
      },
    }),
  );

export const useUnsuspend = ({ onDone }: Done) =>
  useMutation(
    trpc.users.unsuspend.mutationOptions({
      onError,
      onSuccess: ({ data: { act, user } }) => {
        onDone();
        reportDone({ act, title: `${user.email} no longer suspended` });
        void readAgain();
      },
    }),
  );

export const useEndSession = ({ onDone }: Done) =>
  useMutation(
    trpc.users.endSession.mutationOptions({
      onError,
      onSuccess: ({ data: { user } }) => {
        onDone();
        toastDone(`A session of ${user.email} was ended`);
        void readAgain();
      },
    }),
  );

export const useEndSessions = ({ onDone }: Done) =>
  useMutation(
    trpc.users.endSessions.mutationOptions({
      onError,
      onSuccess: ({ data: { user } }) => {
        onDone();
        toastDone(`${user.email} is signed out everywhere`);
        void readAgain();
      },
    }),
  );

export const useClearSuppression = ({ onDone }: Done) =>
  useMutation(
    trpc.mail.clearSuppression.mutationOptions({
      onError,
      onSuccess: (_answer, { address }) => {
        onDone();
        toastDone(`Mail goes to ${address} again`);
        void readAgain();
      },
    }),
  );
