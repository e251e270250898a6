import { withMailedCode } from '../mailed-code.ts';
import { useMutation } from '@tanstack/react-query';
import type { inferInput } from '@trpc/tanstack-react-query';
import { asNamecardError } from '@namecard/client';
import { counted } from '../../components/count.ts';
import { toastDone } from '../../components/toast.tsx';
import { namecard } from '../../namecard.ts';
import type { trpc } from '../../trpc.ts';
import { reportDone } from '../actions.ts';
import { readDeskAgain } from '../desk/read-desk.ts';
import { reportFailure } from '../report-failures.ts';
import { readUsersAgain } from '../read-again.ts';
import type { Explanation, Reason } from '../reasons.ts';

const { moderation } = namecard.api;

export type Subject = { id: string; email: string };

/** The same act on several users. Each is an action of its own. */
type Many<Input> = { users: readonly Subject[]; input: Input };

/**
 * Acts on several users in one batch. Reports the failure of each user.
 * @param ask acts on one user and returns the action and its title:
 * "ann@example.com suspended"
 */
function useEach<Input>(
  ask: (
    user: Subject,
    input: Input,
  ) => Promise<{ action: string | null; title: string; reason?: Reason }>,
) {
  return useMutation({
    mutationFn: async ({ users, input }: Many<Input>) => {
      const answers = await Promise.allSettled(users.map((user) => ask(user, input)));
      const failed = answers.flatMap((answer, index) =>
        answer.status === 'rejected'
          ? [{ user: users[index]?.email ?? '', error: asNamecardError(answer.reason) }]
          : [],
      );
      const [first] = failed;
      if (first && failed.length === users.length) throw first.error;
      for (const answer of answers) {
        if (answer.status === 'fulfilled') {
          const { action, title, reason } = answer.value;
          if (action === null) toastDone(title);
          else reportDone({ id: action, title, reason });
        }
      }
      if (users.length > 1) {
        const done = users.length - failed.length;
        toastDone(`Done for ${done} of ${users.length} users`);
      }
      for (const { user, error } of failed) reportFailure(`Not done for ${user}`, error);
    },
    // Also after an error: somebody else may have been faster.
    onSettled: () => {
      void readUsersAgain();
      void readDeskAgain();
    },
  });
}

type Suspension = Omit<inferInput<typeof trpc.moderation.users.suspend>, 'id'>;

export const useSuspend = () =>
  useEach(async ({ id }, input: Suspension) => {
    const { data } = await withMailedCode({ id, ...input }, (given) =>
      moderation.users.suspend.mutate(given),
    );
    return { action: data.action, title: `${data.user.email} suspended` };
  });

export const useUnsuspend = () =>
  useEach(async ({ id }) => {
    const { data } = await withMailedCode({ id }, (given) =>
      moderation.users.unsuspend.mutate(given),
    );
    return { action: data.action, title: `${data.user.email} no longer suspended` };
  });

/**
 * Hides all profiles of users. These are separate actions, so the end of a
 * suspension does not undo them.
 */
export const useHideAllOf = () =>
  useEach(async ({ id, email }, why: Explanation) => {
    const { data } = await withMailedCode({ ownerId: id, ...why }, (input) =>
      moderation.profiles.hideAllOf.mutate(input),
    );
    const { action, hidden } = data;
    if (action === null) {
      return { action, title: `All profiles of ${email} are hidden already` };
    }
    const title = `${counted(hidden, 'profile')} of ${email} hidden`;
    return { action, title, reason: why.reason };
  });
