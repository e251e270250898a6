import type { inferInput } from '@trpc/tanstack-react-query';
import { asNamecardError } from '@namecard/client';
import { counted } from '../../components/count.ts';
import { toastDone } from '../../components/toast.tsx';
import { api, type trpc } from '../../trpc.ts';
import { reportDone } from '../actions.ts';
import { reportFailure } from '../report-failures.ts';
import { useAct } from '../use-act.ts';
import type { Explanation, Reason } from '../reasons.ts';

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
  return useAct({
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
  });
}

type Suspension = Omit<inferInput<typeof trpc.moderation.users.suspend>, 'id'>;

export const useSuspend = () =>
  useEach(async ({ id }, input: Suspension) => {
    const { data } = await api.moderation.users.suspend.mutate({ id, ...input });
    return { action: data.action, title: `${data.user.email} suspended` };
  });

export const useUnsuspend = () =>
  useEach(async ({ id }) => {
    const { data } = await api.moderation.users.unsuspend.mutate({ id });
    return { action: data.action, title: `${data.user.email} no longer suspended` };
  });

/**
 * Hides all profiles of users. These are separate actions, so the end of a
 * suspension does not undo them.
 */
export const useHideAllOf = () =>
  useEach(async ({ id, email }, why: Explanation) => {
    const { data } = await api.moderation.profiles.hideAllOf.mutate({
      ownerId: id,
      ...why,
    });
    const { action, hidden } = data;
    if (action === null) {
      return { action, title: `All profiles of ${email} are hidden already` };
    }
    const title = `${counted(hidden, 'profile')} of ${email} hidden`;
    return { action, title, reason: why.reason };
  });
