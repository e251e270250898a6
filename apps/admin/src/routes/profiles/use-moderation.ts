import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { toastDone } from '../../components/toast.tsx';
import { trpc } from '../../trpc.ts';
import { reportFailure, reportResults, type ActResults } from '../moderation/acts.ts';
import { upToDate } from '../moderation/read-again.ts';
import type { Words } from '../moderation/reason-dialog.tsx';
import type { Profile } from './profile.ts';

const seen = (profiles: readonly Profile[]) =>
  profiles.map(({ id, revision }) => ({ id, revision }));

/** Tells that nothing is to be done, as it is so already. */
function tellAlready(profiles: readonly Profile[], word: string): void {
  const [first] = profiles;
  if (first) {
    const title =
      profiles.length === 1 ? `${first.username} is ${word} already` : `All are ${word} already`;
    toastDone(title);
  }
}

/**
 * Hides profiles, after asking why, and restores them at once. Each is checked against what was seen of it: what changed
 * meanwhile is refused by the service, and told.
 * @param latest gives the same profiles as they were read last
 * @param onDone is told the ids of those that were changed
 */
export function useModeration(
  latest: (profiles: readonly Profile[]) => Profile[],
  onDone: (ids: string[]) => void,
) {
  const [asked, setAsked] = useState<{ profiles: readonly Profile[]; already: number }>();
  const [askedToRestore, setAskedToRestore] = useState<readonly Profile[]>();
  const hideMany = useMutation(trpc.profiles.hideMany.mutationOptions());
  const restoreMany = useMutation(trpc.profiles.restoreMany.mutationOptions());
  const { reset } = hideMany;
  const { mutateAsync: restoreThem, reset: resetRestore } = restoreMany;

  const askToHide = useCallback(
    async (chosen: readonly Profile[]) => {
      await upToDate();
      const profiles = latest(chosen);
      const active = profiles.filter(({ hidden }) => !hidden);
      if (active.length === 0) {
        tellAlready(profiles, 'hidden');
      } else {
        reset();
        setAsked({ profiles: active, already: profiles.length - active.length });
      }
    },
    [latest, reset],
  );

  const tell = useCallback(
    (results: ActResults, word: string) => {
      onDone(results.results.flatMap(({ id, outcome }) => (outcome === 'done' ? [id] : [])));
      return reportResults(results, word);
    },
    [onDone],
  );

  const hide = async (words: Words) => {
    try {
      const { data } = await hideMany.mutateAsync({
        profiles: seen(asked?.profiles ?? []),
        ...words,
      });
      setAsked(undefined);
      await tell(data, 'hidden');
    } catch {
      // The dialog says so, and keeps what was typed.
    }
  };

  const restore = useCallback(
    async (chosen: readonly Profile[]) => {
      await upToDate();
      const profiles = latest(chosen);
      const hidden = profiles.filter((profile) => profile.hidden);
      if (hidden.length === 0) {
        tellAlready(profiles, 'active');
        return;
      }
      try {
        const { data } = await restoreThem({ profiles: seen(hidden) });
        await tell(data, 'restored');
      } catch (error) {
        reportFailure('Nothing was restored', error);
      }
    },
    [latest, restoreThem, tell],
  );

  const askToRestore = async (chosen: readonly Profile[]) => {
    await upToDate();
    resetRestore();
    setAskedToRestore(latest(chosen));
  };

  const restoreWithNotes = async ({ note, privateNote }: Words) => {
    try {
      const profiles = seen(askedToRestore ?? []);
      const { data } = await restoreThem({ profiles, note, privateNote });
      setAskedToRestore(undefined);
      await tell(data, 'restored');
    } catch {
      // The dialog says so, and keeps what was typed.
    }
  };

  return {
    asked,
    askedToRestore,
    askToHide,
    askToRestore,
    dismiss: () => {
      setAsked(undefined);
      setAskedToRestore(undefined);
    },
    hide: (words: Words) => void hide(words),
    isHiding: hideMany.isPending,
    error: hideMany.error,
    restore,
    restoreWithNotes: (words: Words) => void restoreWithNotes(words),
    isRestoring: restoreMany.isPending,
    restoreError: restoreMany.error,
  };
}

export type Moderation = ReturnType<typeof useModeration>;
