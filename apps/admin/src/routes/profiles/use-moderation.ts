import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { lazily } from '../../components/lazily.tsx';
import { toastNote } from '../../components/toast.tsx';
import { reportFailure, reportResults, type Results } from '../../moderation/actions.ts';
import type { Profile } from '../../moderation/profiles/list.ts';
import { upToDate } from '../../moderation/read-again.ts';
import type { Explanation } from '../../moderation/reason-dialog.tsx';
import { rejectedOf } from '../../moderation/rejections.ts';
import { trpc } from '../../trpc.ts';
import { useWho } from '../../who.ts';

export const HideDialog = lazily<Hiding>(
  async () => (await import('./dialogs.tsx')).HideDialog,
);

export const RestoreDialog = lazily<Restoring>(
  async () => (await import('./dialogs.tsx')).RestoreDialog,
);

type Profiles = readonly Profile[];

/** Returns the same profiles as they were read last. */
type Latest = (profiles: Profiles) => Profile[];

/** The chosen profiles, and those of them that are to be hidden or restored. */
type Plan = { chosen: Profiles; profiles: Profiles };

/** A plan keeps its text while its dialog closes. */
type Asked = { plan: Plan | undefined; isOpen: boolean };

type Report = (plan: Plan, results: Results, hidden: boolean) => Promise<void>;

const seen = (profiles: Profiles) =>
  profiles.map(({ id, revision }) => ({ id, revision }));

/**
 * Leaves out one's own profiles and those that are in that state already; undefined, with a toast, where no other is left.
 * @param me the id of whoever is signed in
 */
function planFor(chosen: Profiles, hidden: boolean, me: string): Plan | undefined {
  const others = chosen.filter(({ owner }) => owner.id !== me);
  const profiles = others.filter((profile) => profile.hidden !== hidden);
  const [first] = others;
  if (profiles.length > 0) {
    return { chosen, profiles };
  }
  if (chosen.length > 0 && others.length === 0) {
    toastNote('You can’t moderate your own profiles', 'Ask another moderator.');
  }
  if (first) {
    const state = hidden ? 'hidden' : 'active';
    toastNote(
      others.length === 1
        ? `${first.username} is ${state} already`
        : `All are ${state} already`,
    );
  }
  return undefined;
}

/** A dialog that asks about a plan before `run` carries it out. */
function usePlan(
  hidden: boolean,
  latest: Latest,
  reset: () => void,
  run: (plan: Plan, explanation: Explanation) => Promise<() => Promise<void>>,
) {
  const { id: me } = useWho();
  const [asked, setAsked] = useState<Asked>({ plan: undefined, isOpen: false });
  const close = () => setAsked(({ plan }) => ({ plan, isOpen: false }));
  const ask = useCallback(
    async (chosen: Profiles) => {
      await upToDate();
      reset();
      const plan = planFor(latest(chosen), hidden, me);
      setAsked({ plan, isOpen: plan !== undefined });
    },
    [hidden, latest, me, reset],
  );
  const confirm = async (explanation: Explanation) => {
    if (!asked.plan) {
      return;
    }
    try {
      const report = await run(asked.plan, explanation);
      close();
      await report();
    } catch {
      // The dialog says so, and keeps what was typed.
    }
  };
  return {
    ...asked,
    ask,
    confirm: (explanation: Explanation) => void confirm(explanation),
    dismiss: close,
  };
}

/** Hides after asking why. The service rejects a profile that changed since the dialog opened. */
function useHiding(latest: Latest, report: Report) {
  const { mutateAsync, reset, isPending, error } = useMutation(
    trpc.moderation.profiles.hideMany.mutationOptions(),
  );
  const dialog = usePlan(true, latest, reset, async (plan, explanation) => {
    const { data } = await mutateAsync({ profiles: seen(plan.profiles), ...explanation });
    return () => report(plan, data, true);
  });
  return { ...dialog, busy: isPending, error };
}

/** Restores at once, or with a note on why. */
function useRestoring(latest: Latest, report: Report) {
  const { id: me } = useWho();
  const { mutateAsync, reset, isPending, error } = useMutation(
    trpc.moderation.profiles.restoreMany.mutationOptions(),
  );
  const dialog = usePlan(false, latest, reset, async (plan, { note, privateNote }) => {
    const profiles = seen(plan.profiles);
    const { data } = await mutateAsync({ profiles, note, privateNote });
    return () => report(plan, data, false);
  });
  const restore = useCallback(
    async (chosen: Profiles) => {
      await upToDate();
      const plan = planFor(latest(chosen), false, me);
      if (!plan) {
        return;
      }
      try {
        const { data } = await mutateAsync({ profiles: seen(plan.profiles) });
        await report(plan, data, false);
      } catch (failure) {
        reportFailure('Nothing was restored', failure);
      }
    },
    [latest, me, mutateAsync, report],
  );
  return { ...dialog, restore, busy: isPending, error };
}

export type Hiding = ReturnType<typeof useHiding>;

export type Restoring = ReturnType<typeof useRestoring>;

/**
 * Hides and restores profiles.
 * @param onDone gets the ids of the chosen profiles that were not rejected, and whether they are hidden now
 */
export function useModeration(
  latest: Latest,
  onDone: (ids: string[], hidden: boolean) => void,
) {
  const report = useCallback<Report>(
    ({ chosen }, results, hidden) => {
      const rejected = new Set(rejectedOf(results.results).map(({ id }) => id));
      onDone(
        chosen.flatMap(({ id }) => (rejected.has(id) ? [] : [id])),
        hidden,
      );
      return reportResults(results, hidden);
    },
    [onDone],
  );
  return { hiding: useHiding(latest, report), restoring: useRestoring(latest, report) };
}
