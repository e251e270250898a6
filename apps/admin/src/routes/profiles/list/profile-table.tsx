import { useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useCallback, useEffect, useRef } from 'react';
import { Checkbox } from '../../../components/checkbox.tsx';
import { useGridFocus } from '../../../components/grid-focus.ts';
import { pixelsOf, useMedia } from '../../../components/layout.ts';
import { VirtualTable } from '../../../components/virtual-table.tsx';
import { headers, layout, ProfileCells } from './cells.tsx';
import { listedRows } from '../../../moderation/profiles/rows.ts';
import {
  lastList,
  rememberProfile,
  type Profile,
} from '../../../moderation/profiles/list.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useActiveRow } from './use-active-row.ts';
import { selectNextLabel, useListKeys } from './use-list-keys.ts';
import { searchFor } from '../links.tsx';
import { HideDialog, useModeration } from '../use-moderation.ts';
import { mostSelected, type Selection } from './use-selection.ts';

/** Heights of a row in rem: a card, or a line of the table where the window is wide. */
const heights = { card: 4.75, line: 4 } as const;

type ProfileTableProps = {
  rows: readonly Profile[];
  /** Matching profiles, loaded or not; undefined where the service stopped counting. */
  total: number | undefined;
  selection: Selection;
  onNearEnd: () => void;
};

function Header({ rows, selection }: Pick<ProfileTableProps, 'rows' | 'selection'>) {
  const count = selection.profiles.size;
  const isAll = count >= Math.min(rows.length, mostSelected);
  return (
    <>
      <div role="columnheader" className="flex">
        <Checkbox
          label={selectNextLabel}
          checked={count > 0 && (isAll || 'some')}
          onCheckedChange={count > 0 ? selection.clear : selection.selectNext}
        />
      </div>
      {headers.map(({ name, className }) => (
        <div
          key={name}
          role="columnheader"
          className={clsx('text-xs font-medium text-muted', className)}
        >
          {name}
        </div>
      ))}
      <div role="columnheader">
        <span className="sr-only">Hide or restore</span>
      </div>
    </>
  );
}

/** The profiles as they are listed now; those that are no longer loaded, as they were. */
function listedNow(profiles: readonly Profile[]): Profile[] {
  const listed = listedRows();
  return profiles.map((profile) => listed.get(profile.id) ?? profile);
}

/** The row of the profile that was opened last. */
function rememberedRow(rows: readonly Profile[]): number | undefined {
  const { id } = lastList.get();
  const index = rows.findIndex((row) => row.id === id);
  return index === -1 ? undefined : index;
}

/** The loaded profiles, with selection, keys and moderation. */
export function ProfileTable({ rows, total, selection, onNearEnd }: ProfileTableProps) {
  const navigate = useNavigate({ from: '/profiles' });
  const focus = useGridFocus(rows.length, rememberedRow(rows));
  useActiveRow(rows, focus);
  const { hiding, restoring } = useModeration(listedNow, selection.drop);
  const isWide = useMedia('(min-width: 64rem)');
  const { toggle, extend, profiles: selected } = selection;
  const { ask, isOpen: isAsking } = hiding;
  const { restore } = restoring;

  const active = focus.isEntered ? rows[focus.active] : undefined;
  useEffect(() => {
    if (active) {
      rememberProfile(active.id);
    }
  }, [active]);
  const canModerate = selected.size > 0 || active !== undefined;
  useEffect(() => {
    if (canModerate) {
      HideDialog.prepare();
    }
  }, [canModerate]);

  /** An Enter that is meant for the dialog may come before it. */
  const isActing = useRef(false);
  /** Acts on the selected ones; else on the one with the focus. */
  const act = async (run: (profiles: Profile[]) => Promise<void>) => {
    isActing.current = true;
    try {
      const all = await selection.ready();
      await run(all.length === 0 && active ? [active] : all);
    } finally {
      isActing.current = false;
    }
  };
  const open = useCallback(
    (index: number) => {
      const profile = rows[index];
      if (profile && !isActing.current && !isAsking) {
        void navigate({
          to: '/profiles/$username',
          params: { username: profile.username },
        });
      }
    },
    [rows, isAsking, navigate],
  );
  const filterBy = useCallback(
    (domain: string) =>
      void navigate({
        to: '/profiles',
        search: (before) => ({ ...before, ...searchFor(domain) }),
      }),
    [navigate],
  );
  useListKeys({
    focus,
    selection,
    canModerate,
    onHide: () => void act(ask),
    onRestore: () => void act(restore),
  });

  const select = useCallback(
    (index: number, further: boolean) => (further ? extend : toggle)(index),
    [extend, toggle],
  );
  const toggleHidden = useCallback(
    (profile: Profile) => void (profile.hidden ? restore([profile]) : ask([profile])),
    [restore, ask],
  );
  return (
    <>
      <VirtualTable
        label="Profiles"
        columnCount={headers.length + 2}
        header={<Header rows={rows} selection={selection} />}
        layout={layout}
        rowCount={rows.length}
        rowKey={(index) => rows[index]?.id ?? ''}
        rowHeight={pixelsOf(isWide ? heights.line : heights.card)}
        total={total}
        isSelected={(index) => selected.has(rows[index]?.id ?? '')}
        drawRow={(index, state) => {
          const profile = rows[index];
          return profile ? (
            <ProfileCells
              profile={profile}
              index={index}
              {...state}
              isWide={isWide}
              onSelect={select}
              onOpen={open}
              onFilter={filterBy}
              onToggleHidden={toggleHidden}
            />
          ) : null;
        }}
        focus={focus}
        onOpen={open}
        onToggle={toggle}
        onExtend={(index) => extend(index, focus.active)}
        onSelectAll={selection.selectNext}
        onNearEnd={onNearEnd}
      />
      <SelectionBar
        selection={selection}
        busy={restoring.busy}
        onHide={() => void act(ask)}
        onRestore={() => void act(restore)}
      />
      <HideDialog {...hiding} wanted={hiding.isOpen} />
    </>
  );
}
