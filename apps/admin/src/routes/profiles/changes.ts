import type { inferOutput } from '@trpc/tanstack-react-query';
import { queryClient } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import { reasonName } from '../moderation/reasons.ts';
import type { Profile } from './profile.ts';
import { readRows } from './read-rows.ts';
import { listedRows, replaceRows } from './row-cache.ts';
import { markRows } from './row-marks.ts';

type Event = inferOutput<typeof trpc.events.list>['data']['events'][number];

/** As many acts and edits as are looked at; of more, the rest shows when the list is read again. */
const most = 100;

/** Who did what: "bob@example.com hid it: Spam". */
function inWords({ actor, action, reason }: Event): string {
  const who = actor?.email ?? 'Somebody whose account is erased';
  const what = action === 'profile.hidden' ? 'hid it' : 'restored it';
  return reason === null ? `${who} ${what}` : `${who} ${what}: ${reasonName(reason)}`;
}

const byItsOwner = 'Its owner changed it';

/** The newest act on each profile, of those given newest first. */
function newestByProfile(events: readonly Event[]): Map<string, Event> {
  const newest = new Map<string, Event>();
  for (const event of events) {
    if (event.subject.kind === 'profile' && !newest.has(event.subject.id)) {
      newest.set(event.subject.id, event);
    }
  }
  return newest;
}

/** The listed profiles that an act left in another state than they are shown in. */
const overtaken = (listed: ReadonlyMap<string, Profile>, acts: ReadonlyMap<string, Event>) =>
  [...acts].flatMap(([id, { after }]) => {
    const row = listed.get(id);
    return row && row.hidden !== after['hidden'] ? [{ id, label: row.username }] : [];
  });

/**
 * Puts what others changed into the rows that show it, and marks them with who did it.
 * @returns from when that is, for the next news to be counted from
 */
export async function catchUp(): Promise<string> {
  const fresh = { staleTime: 0, gcTime: 0 } as const;
  const [edited, acted] = await Promise.all([
    queryClient.fetchQuery({
      ...trpc.profiles.search.queryOptions({ sort: 'changed', limit: most }),
      ...fresh,
    }),
    queryClient.fetchQuery({ ...trpc.events.list.queryOptions({ limit: most }), ...fresh }),
  ]);
  const listed = listedRows();
  const acts = newestByProfile(acted.data.events);
  const changed = [
    ...(await readRows(overtaken(listed, acts))),
    ...replaceRows(edited.data.profiles),
  ];
  markRows(
    changed.map(({ id, hidden }) => {
      const act = listed.get(id)?.hidden === hidden ? undefined : acts.get(id);
      return [id, { word: 'Changed', message: act ? inWords(act) : byItsOwner }] as const;
    }),
  );
  return edited.data.asOf;
}

/** Who changed one profile last, in words; undefined where it was who asks. */
export async function whoChanged(before: Profile, now: Profile, me: string) {
  if (before.hidden === now.hidden) {
    return byItsOwner;
  }
  const options = trpc.events.list.queryOptions({ profileId: now.id, limit: 1 });
  const { data } = await queryClient.fetchQuery({ ...options, staleTime: 0 });
  const [act] = data.events;
  return act?.actor?.id === me ? undefined : act && inWords(act);
}
