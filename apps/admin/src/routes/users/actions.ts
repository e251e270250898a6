import { useMutation } from '@tanstack/react-query';
import { toastDone } from '../../components/toast.tsx';
import { reportDone } from '../../moderation/actions.ts';
import { readUsersAgain } from '../../moderation/read-again.ts';
import { saveFile } from '../../save-file.ts';
import { trpc } from '../../trpc.ts';
import { profilesInWords, type ManagedUser } from './vocabulary.ts';

type Done = { onDone?: () => void };

/** Reads again after an error too: somebody else may have been there first. */
const followUps = <Data, Input>(
  { onDone }: Done,
  report: (data: Data, input: Input) => void,
) => ({
  onError: () => void readUsersAgain(),
  onSuccess: ({ data }: { data: Data }, input: Input) => {
    onDone?.();
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

/** Hides all profiles of a user: an action of its own, which the end of a suspension does not undo. */
export const useHideAllOf = ({ email }: Pick<ManagedUser, 'email'>, done: Done = {}) =>
  useMutation(
    trpc.moderation.profiles.hideAllOf.mutationOptions(
      followUps(done, ({ action, hidden }) => {
        if (action === null) {
          toastDone(`All profiles of ${email} are hidden already`);
        } else {
          reportDone({
            id: action,
            title: `${profilesInWords(hidden)} of ${email} hidden`,
          });
        }
      }),
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
      followUps(
        done,
        ({ user }) => void toastDone(`A session of ${user.email} was ended`),
      ),
    ),
  );

export const useEndSessions = (done: Done) =>
  useMutation(
    trpc.moderation.users.endSessions.mutationOptions(
      followUps(
        done,
        ({ user }) => void toastDone(`${user.email} is signed out everywhere`),
      ),
    ),
  );

export const useErase = ({ email }: Pick<ManagedUser, 'email'>, done: Done) =>
  useMutation(
    trpc.moderation.users.erase.mutationOptions(
      followUps(done, () => void toastDone(`${email} is erased`)),
    ),
  );

/** Saves all that is held of a user as a file, to be given to them. */
export const useExport = () =>
  useMutation(
    trpc.moderation.users.export.mutationOptions(
      followUps({}, (data, { id }) =>
        saveFile([JSON.stringify(data, undefined, 2)], {
          name: `namecard-user-${id}.json`,
          type: 'application/json',
        }),
      ),
    ),
  );
