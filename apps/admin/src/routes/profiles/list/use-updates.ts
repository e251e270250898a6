import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  changeMessage,
  type AuditEvent,
} from '../../../moderation/history/vocabulary.ts';
import { isModerated, type Profile } from '../../../moderation/profiles/profile.ts';
import { markRows } from '../../../moderation/profiles/marks.ts';
import { listedRows, readRows, replaceRows } from '../../../moderation/profiles/rows.ts';
import { queryOf, type ProfilesSearch } from '../../../moderation/profiles/search.ts';
import { queryClient } from '../../../query-client.ts';
import { trpc } from '../../../trpc.ts';

/** Most events and edits to load. The others appear when the list is reloaded. */
const limit = 100;

function newestByProfile(events: readonly AuditEvent[]): Map<string, AuditEvent> {
  const newest = new Map<string, AuditEvent>();
  for (const event of events) {
    if (event.subject.kind === 'profile' && !newest.has(event.subject.id)) {
      newest.set(event.subject.id, event);
    }
  }
  return newest;
}

/**
 * Listed profiles whose newest event gave them another state than the list shows.
 */
const outdated = (
  listed: ReadonlyMap<string, Profile>,
  events: ReadonlyMap<string, AuditEvent>,
) =>
  [...events].flatMap(([id, { after }]) => {
    const row = listed.get(id);
    return row && row.hidden !== after['hidden'] ? [{ id, label: row.username }] : [];
  });

/**
 * Puts others' changes into their rows and marks them with the actor.
 * @returns the time from which the next updates count
 */
async function catchUp(): Promise<string> {
  const fresh = { staleTime: 0, gcTime: 0 } as const;
  const edited = await queryClient.fetchQuery({
    ...trpc.moderation.profiles.search.queryOptions({ sort: 'changed', limit }),
    ...fresh,
  });
  // Read last, so that it has the event of each change. Without it a moderator's change
  // would count as its owner's.
  const history = await queryClient.fetchQuery({
    ...trpc.audit.list.queryOptions({ limit }),
    ...fresh,
  });
  const listed = listedRows();
  const events = newestByProfile(history.data.events);
  const changed = [
    ...(await readRows(outdated(listed, events))),
    ...replaceRows(edited.data.profiles),
  ];
  markRows(
    changed.map((now) => {
      const { id } = now;
      const before = listed.get(id);
      const event = before && isModerated(before, now) ? events.get(id) : undefined;
      const message = event ? changeMessage(event) : 'Its owner changed it';
      return [id, { tone: 'accent', badge: 'Changed', message }] as const;
    }),
  );
  return edited.data.asOf;
}

/** Milliseconds between two checks, while the page is visible. */
const interval = 15_000;

const polling = { refetchInterval: interval, staleTime: interval, gcTime: 0 } as const;

/**
 * Keeps a visible list up to date: counts new profiles and marks changed ones in
 * their rows.
 * @param asOf the time when the list was loaded; undefined while it loads
 * @returns the number of profiles created since
 */
export function useUpdates(search: ProfilesSearch, asOf: string | undefined): number {
  const [caughtUp, setCaughtUp] = useState<{ list: string; asOf: string }>();
  const changedSince = caughtUp && caughtUp.list === asOf ? caughtUp.asOf : asOf;
  const created = useQuery(
    trpc.moderation.profiles.updates.queryOptions(
      { ...queryOf(search), asOf: asOf ?? '' },
      { ...polling, enabled: asOf !== undefined },
    ),
  );
  // Of all profiles: a profile that no longer matches the filter is still shown.
  const changed = useQuery(
    trpc.moderation.profiles.updates.queryOptions(
      { asOf: changedSince ?? '' },
      { ...polling, enabled: changedSince !== undefined },
    ),
  );
  const changes = changed.data?.data.changed ?? 0;
  useEffect(() => {
    if (changes === 0 || asOf === undefined) {
      return undefined;
    }
    let isOver = false;
    catchUp()
      .then((now) => isOver || setCaughtUp({ list: asOf, asOf: now }))
      // The next check finds the same changes.
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [changes, asOf, changed.dataUpdatedAt]);
  return created.data?.data.created ?? 0;
}
