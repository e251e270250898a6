import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { trpc } from '../../trpc.ts';
import { useWho } from '../who.ts';
import { whoChanged } from './changes.ts';
import type { Profile } from './profile.ts';
import { replaceRows } from './row-cache.ts';

/** Milliseconds between two looks, while the page is in sight. */
const interval = 15_000;

/** One profile, kept up to date. */
export const useProfile = (username: string) =>
  useQuery(
    trpc.profiles.inspect.queryOptions({ username }, { refetchInterval: interval, staleTime: 0 }),
  );

/** Who changed a profile while it was looked at, in words; undefined where nobody else did. */
export function useOthersChange(profile: Profile | undefined): string | undefined {
  const { id: me } = useWho();
  const queryClient = useQueryClient();
  const shown = useRef<Profile>(undefined);
  const [change, setChange] = useState<{ id: string; words: string | undefined }>();
  useEffect(() => {
    const before = shown.current;
    shown.current = profile;
    if (!profile || before?.id !== profile.id || before.revision === profile.revision) {
      return;
    }
    replaceRows([profile]);
    void queryClient.invalidateQueries(trpc.events.pathFilter());
    const tell = async () => {
      setChange({ id: profile.id, words: await whoChanged(before, profile, me) });
    };
    // Who it was is in the history below as well.
    tell().catch(() => undefined);
  }, [profile, me, queryClient]);
  return change && change.id === profile?.id ? change.words : undefined;
}
