import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { given, stringifySearch } from '../../../address.ts';
import { Button } from '../../../components/button.tsx';
import { useChoice } from '../../../components/list/selection.ts';
import {
  lastList,
  reloadList,
  useProfileList,
} from '../../../moderation/profiles/list.ts';
import type { Profile } from '../../../moderation/profiles/profile.ts';
import { clearMarks } from '../../../moderation/profiles/marks.ts';
import { listedRows } from '../../../moderation/profiles/rows.ts';
import {
  hintOf,
  queryOf,
  searchHelp,
  type ProfilesSearch,
} from '../../../moderation/profiles/search.ts';
import { useRestoredRow } from '../../../moderation/restored.ts';
import { useWholeSearch } from '../../../moderation/acts/use-whole-search.tsx';
import { useUndoKeys } from '../../../moderation/undo-keys.ts';
import { useWho } from '../../../who.ts';
import { Case } from '../case.tsx';
import { useDecisions } from '../../../moderation/profiles/use-decisions.tsx';
import { useOwnerActs } from '../../../moderation/users/use-owner-acts.tsx';
import { Empty } from './empty.tsx';
import { Filters } from './filters.tsx';
import { ProfileList } from './profile-list.tsx';
import { StateLinks, useMatching, type Matching } from './state-links.tsx';
import { UpdatesButton } from './updates-button.tsx';
import { useUpdates } from './use-updates.ts';

const route = getRouteApi('/profiles');

/**
 * The number of matching profiles in the shown state; undefined if the service
 * stopped counting.
 */
function totalOf(
  matching: Matching | undefined,
  { state }: ProfilesSearch,
): number | undefined {
  const count = matching?.[state ?? 'all'];
  return count && !count.isMore ? count.count : undefined;
}

/**
 * The profiles' listed versions. Profiles that are no longer loaded stay as they
 * were.
 */
function listedNow(profiles: readonly Profile[]): Profile[] {
  const listed = listedRows();
  return profiles.map((profile) => listed.get(profile.id) ?? profile);
}

const idOf = ({ id }: Profile): string => id;

function useSelected(
  rows: readonly Profile[],
  readNext: (count: number) => Promise<readonly Profile[]>,
) {
  const { selection, focus, isAny, ...choice } = useChoice('profiles', rows, readNext);
  const chosen = useCallback(
    async () => listedNow(await choice.chosen()),
    [choice.chosen],
  );
  const decisions = useDecisions({
    group: 'Profiles',
    chosen,
    isAny,
    onDecided: selection.drop,
  });
  return { selection, focus, decisions, owners: useOwnerActs('Profiles', chosen, isAny) };
}

export function ProfilesPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { role } = useWho();
  const { list, rows, readNext, asOf } = useProfileList(search);
  const matching = useMatching(search);
  const created = useUpdates(search, list.isPlaceholderData ? undefined : asOf);
  const { selection, focus, decisions, owners } = useSelected(rows, readNext);
  const whole = useWholeSearch(totalOf(matching, search));
  useUndoKeys();
  useRestoredRow(rows, idOf, focus.moveTo);
  const { clear } = selection;
  useEffect(() => {
    // Marks stay when the person returns to the same list.
    if (stringifySearch(search) !== stringifySearch(lastList.get())) clearMarks();
    lastList.set(search);
    clear();
  }, [search, clear]);
  const change = (next: ProfilesSearch) =>
    void navigate({ to: '/profiles', search: next, replace: true, resetScroll: true });
  const reload = async () => {
    window.scrollTo({ top: 0 });
    await reloadList(search);
  };
  const { row } = focus;
  const { askWhy, restore, layer } = decisions;
  const { text = '' } = search;
  return (
    <ProfileList
      tabs={<StateLinks search={search} matching={matching} />}
      search={{
        label: 'Search profiles',
        value: text,
        onSearch: (next) => change(given({ ...search, text: next || undefined })),
        help: hintOf(text) ?? searchHelp,
      }}
      controls={
        <>
          <UpdatesButton created={created} onReload={() => void reload()} />
          <Filters search={search} onChange={change} />
        </>
      }
      drawCase={() =>
        row && (
          <Case
            profile={row}
            onHide={(anchor) => void askWhy(anchor, [row])}
            onRestore={() => void restore([row])}
          />
        )
      }
      version={asOf}
      query={list}
      rows={rows}
      total={totalOf(matching, search)}
      focus={focus}
      selection={selection}
      empty={<Empty search={search} />}
      onOpen={({ username }) =>
        void navigate({ to: '/profiles/$username', params: { username } })
      }
      acts={
        <>
          <Button onClick={({ currentTarget }) => void askWhy(currentTarget)} keys="h">
            Hide
          </Button>
          <Button onClick={() => void restore()} keys="r">
            Restore
          </Button>
          {role === 'admin' && (
            <Button onClick={() => void owners.start()} keys="s">
              Suspend owners
            </Button>
          )}
          {whole.buttonFor({ profiles: given({ ...queryOf(search), sort: undefined }) })}
        </>
      }
    >
      {layer}
      {whole.layer}
      {owners.layer}
    </ProfileList>
  );
}
