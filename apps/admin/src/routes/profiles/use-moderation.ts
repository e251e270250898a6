import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toastDone } from '../../components/toast.tsx';
import { trpc } from '../../trpc.ts';
import { reportFailure, reportResults } from '../moderation/acts.ts';
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
 * @param onDone is told the ids of those that were changed
 */
export function useModeration(onDone: (ids: string[]) => void) {
  const [asked, setAsked] = useState<{ profiles: readonly Profile[]; already: number }>();
  const hideMany = useMutation(trpc.profiles.hideMany.mutationOptions());
  const restoreMany = useMutation(trpc.profiles.restoreMany.mutationOptions());

  const askToHide = (profiles: readonly Profile[]) => {
    const active = profiles.filter(({ hidden }) => !hidden);
    if (active.length === 0) {
      tellAlready(profiles, 'hidden');
    } else {
      hideMany.reset();
      setAsked({ profiles: active, already: profiles.length - active.length });
    }
  };

  const tell = async (data: Parameters<typeof reportResults>[0], word: string) => {
    onDone(data.results.flatMap(({ id, outcome }) => (outcome === 'done' ? [id] : [])));
    await reportResults(data, word);
  };

  const hide = (words: Words) =>
    hideMany.mutate(
      { profiles: seen(asked?.profiles ?? []), ...words },
      {
        onSuccess: ({ data }) => {
          setAsked(undefined);
          void tell(data, 'hidden');
        },
      },
    );

  const restore = (profiles: readonly Profile[]) => {
    const hidden = profiles.filter((profile) => profile.hidden);
    if (hidden.length === 0) {
      tellAlready(profiles, 'active');
    } else {
      restoreMany.mutate(
        { profiles: seen(hidden) },
        {
          onSuccess: ({ data }) => void tell(data, 'restored'),
          onError: (error) => reportFailure('Nothing was restored', error),
        },
      );
    }
  };

  return {
    asked,
    askToHide,
    dismiss: () => setAsked(undefined),
    hide,
    isHiding: hideMany.isPending,
    error: hideMany.error,
    restore,
    isRestoring: restoreMany.isPending,
  };
}

export type Moderation = ReturnType<typeof useModeration>;
