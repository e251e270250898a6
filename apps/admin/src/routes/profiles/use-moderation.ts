import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { toastDone } from '../../components/toast.tsx';
import { trpc } from '../../trpc.ts';
import { reportFailure, reportResults, type ActResults } from '../moderation/acts.ts';
import { upToDate } from '../moderation/read-again.ts';
import type { Words } from '../moderation/reason-dialog.tsx';
import { refusedOf } from '../moderation/refusals.ts';
import type { Profile } from './profile.ts';

type Profiles = readonly Profile[];

/** Gives the same profiles as they were read last. */
type Latest = (profiles: Profiles) => Profile[];

/** What is to be done, and what of all that was chosen it is to be done to. */
type Plan = { chosen: Profiles; profiles: Profiles };

/** A plan that is asked about; it keeps its words while its dialog closes. */
type Asked = { plan: Plan | undefined; isOpen: boolean };

const notAsked: Asked = { plan: undefined, isOpen: false };

const askedAbout = (plan: Plan | undefined): Asked => ({ plan, isOpen: plan !== undefined });

const closed = ({ plan }: Asked): Asked => ({ plan, isOpen: false });

type Tell = (plan: Plan, data: ActResults, word: string) => Promise<void>;

const seen = (profiles: Profiles) => profiles.map(({ id, revision }) => ({ id, revision }));

/** The chosen ones that are not in that state yet; undefined, and told, where none is left. */
function planFor(chosen: Profiles, hidden: boolean): Plan | undefined {
  const profiles = chosen.filter((profile) => profile.hidden !== hidden);
  const [first] = chosen;
  if (profiles.length > 0) {
    return { chosen, profiles };
  }
  if (first) {
    const word = hidden ? 'hidden' : 'active';
    toastDone(
      chosen.length === 1 ? `${first.username} is ${word} already` : `All are ${word} already`,
    );
  }
  return undefined;
}

/** Hiding, after asking why. Each profile is checked against what was seen of it when it was asked for. */
function useHiding(latest: Latest, tell: Tell) {
  const [asked, setAsked] = useState(notAsked);
  const { plan } = asked;
  const { mutateAsync, reset, isPending, error } = useMutation(
    trpc.profiles.hideMany.mutationOptions(),
  );
  const ask = useCallback(
    async (chosen: Profiles) => {
      await upToDate();
      reset();
      setAsked(askedAbout(planFor(latest(chosen), true)));
    },
    [latest, reset],
  );
  const confirm = async (words: Words) => {
    if (!plan) {
      return;
    }
    try {
      const { data } = await mutateAsync({ profiles: seen(plan.profiles), ...words });
      setAsked(closed);
      await tell(plan, data, 'hidden');
    } catch {
      // The dialog says so, and keeps what was typed.
    }
  };
  return {
    ...asked,
    ask,
    confirm: (words: Words) => void confirm(words),
    dismiss: () => setAsked(closed),
    busy: isPending,
    error,
  };
}

/** Restoring, at once or with a word on why. */
function useRestoring(latest: Latest, tell: Tell) {
  const [asked, setAsked] = useState(notAsked);
  const { plan } = asked;
  const { mutateAsync, reset, isPending, error } = useMutation(
    trpc.profiles.restoreMany.mutationOptions(),
  );
  const restore = useCallback(
    async (chosen: Profiles) => {
      await upToDate();
      const now = planFor(latest(chosen), false);
      if (!now) {
        return;
      }
      try {
        const { data } = await mutateAsync({ profiles: seen(now.profiles) });
        await tell(now, data, 'restored');
      } catch (failure) {
        reportFailure('Nothing was restored', failure);
      }
    },
    [latest, mutateAsync, tell],
  );
  const ask = async (chosen: Profiles) => {
    await upToDate();
    reset();
    setAsked(askedAbout(planFor(latest(chosen), false)));
  };
  const confirm = async ({ note, privateNote }: Words) => {
    if (!plan) {
      return;
    }
    try {
      const { data } = await mutateAsync({ profiles: seen(plan.profiles), note, privateNote });
      setAsked(closed);
      await tell(plan, data, 'restored');
    } catch {
      // The dialog says so, and keeps what was typed.
    }
  };
  return {
    ...asked,
    restore,
    ask: (chosen: Profiles) => void ask(chosen),
    confirm: (words: Words) => void confirm(words),
    dismiss: () => setAsked(closed),
    busy: isPending,
    error,
  };
}

export type Hiding = ReturnType<typeof useHiding>;

export type Restoring = ReturnType<typeof useRestoring>;

/**
 * Hides profiles and restores them. What changed since it was seen is refused by the service, and told.
 * @param onDone is told the ids of the chosen ones that need no second look
 */
export function useModeration(latest: Latest, onDone: (ids: string[]) => void) {
  const tell = useCallback<Tell>(
    ({ chosen }, data, word) => {
      const refused = new Set(refusedOf(data.results).map(({ id }) => id));
      onDone(chosen.flatMap(({ id }) => (refused.has(id) ? [] : [id])));
      return reportResults(data, word);
    },
    [onDone],
  );
  return { hiding: useHiding(latest, tell), restoring: useRestoring(latest, tell) };
}
