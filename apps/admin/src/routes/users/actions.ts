import { useMutation } from '@tanstack/react-query';
import { toastDone } from '../../components/toast.tsx';
import { reportDone } from '../../moderation/actions.ts';
import { readUsersAgain } from '../../moderation/read-again.ts';
import { trpc } from '../../trpc.ts';

type Done = { onDone: () => void };

/** Reads again after an error too: somebody else may have been there first. */
const followUps = <Data, Input>({ onDone }: Done, report: (data: Data, input: Input) => void) => ({
  onError: () => void readUsersAgain(),
  onSuccess: ({ data }: { data: Data }, input: Input) => {
    onDone();
    report(data, input);
    void readUsersAgain();
  },
});

const article = (word: string) => (/^[aeio]/.test(word) ? 'an' : 'a');

export const useChangeRole = (done: Done) =>
  useMutation(
    trpc.moderation.users.changeRole.mutationOptions(
      followUps(done, ({ action, user }, { to }) =>
        reportDone({ id: action, title: `${user.email} is ${article(to)} ${to} now` }),
      ),
    ),
  );

export const useSuspend = (done: Done) =>
  useMutation(
    trpc.moderation.users.suspend.mutationOptions(
      followUps(done, ({ action, user }) =>
        reportDone({ id: action, title: `${user.email} suspended` }),
      ),
    ),
  );

export const useUnsuspend = (done: Done) =>
  useMutation(
    trpc.moderation.users.unsuspend.mutationOptions(
      followUps(done, ({ action, user }) =>
        reportDone({ id: action, title: `${user.email} no longer suspended` }),
      ),
    ),
  );

export const useEndSession = (done: Done) =>
  useMutation(
    trpc.moderation.users.endSession.mutationOptions(
      followUps(done, ({ user }) => void toastDone(`A session of ${user.email} was ended`)),
    ),
  );

export const useEndSessions = (done: Done) =>
  useMutation(
    trpc.moderation.users.endSessions.mutationOptions(
      followUps(done, ({ user }) => void toastDone(`${user.email} is signed out everywhere`)),
    ),
  );

export const useClearSuppression = (done: Done) =>
  useMutation(
    trpc.moderation.mail.clearSuppression.mutationOptions(
      followUps(done, (_, { address }) => void toastDone(`Mail goes to ${address} again`)),
    ),
  );
