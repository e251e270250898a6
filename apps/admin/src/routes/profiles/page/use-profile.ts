import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { changeMessage } from '../../../moderation/history/vocabulary.ts';
import { isModerated, type Profile } from '../../../moderation/profiles/profile.ts';
import { replaceRows } from '../../../moderation/profiles/rows.ts';
import { queryClient } from '../../../query-client.ts';
import { readAgain, trpc } from '../../../trpc.ts';
import { useWho } from '../../../who.ts';

/** Milliseconds between two reloads, while the page is visible. */
const interval = 15_000;

export const useProfile = (username: string) =>
  useQuery(
    trpc.moderation.profiles.inspect.queryOptions(
      { username },
      { refetchInterval: interval, staleTime: 0 },
    ),
  );

/** Who changed a profile last; undefined if it was this person. */
async function readChange(before: Profile, now: Profile, me: string) {
  if (!isModerated(before, now)) return 'Its owner changed it';
  const options = trpc.audit.list.queryOptions({ profileId: now.id, limit: 1 });
  const { data } = await queryClient.fetchQuery({ ...options, staleTime: 0 });
  const [event] = data.events;
  return event && event.actor?.id !== me ? changeMessage(event) : undefined;
}

export function useOthersChange(profile: Profile): string | undefined {
  const { id: me } = useWho();
  const shown = useRef<Profile>(undefined);
  const [change, setChange] = useState<string>();
  useEffect(() => {
    const before = shown.current;
    shown.current = profile;
    if (!before || before.revision === profile.revision) return;
    replaceRows([profile]);
    void readAgain(trpc.audit);
    readChange(before, profile, me)
      .then(setChange)
      // The history below names the actor too.
      .catch(() => undefined);
  }, [profile, me]);
  return change;
}
