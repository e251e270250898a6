import { memo } from 'react';
import { RowCells, type RowProps, type RowState } from '../../../components/list/row.tsx';
import { deceptionsIn } from '../../../moderation/profiles/deception.ts';
import type { Profile } from '../../../moderation/profiles/profile.ts';
import { useMark, type Mark } from '../../../moderation/profiles/marks.ts';
import { useIsSaving } from '../../../moderation/saving.ts';
import { linksOf, shortLink } from '../links.tsx';

/** The states of a profile: what it is, and what others or its own texts do. */
export function statesOf(
  { hidden, owner, username, about, socials, duplicateIdentities }: Profile,
  isSaving: boolean,
  mark: Mark | undefined,
): RowState[] {
  const texts = [username, about ?? '', ...Object.values(socials)];
  const states: (RowState | false)[] = [
    isSaving && { tone: 'neutral', word: 'Saving' },
    hidden && !isSaving && { tone: 'warn', word: 'Hidden' },
    owner.isSuspended && { tone: 'bad', word: 'Suspended' },
    mark !== undefined &&
      mark.isWrongIfHidden !== hidden && {
        tone: 'accent',
        word: mark.badge,
        title: mark.message,
      },
    duplicateIdentities.length > 0 && {
      tone: 'warn',
      word: 'Shares an identity',
      title: 'Other users link one of its owner’s identities',
    },
  ];
  const deceptions = deceptionsIn(texts).map((word): RowState => ({ tone: 'bad', word }));
  return [...states.filter((state) => state !== false), ...deceptions];
}

type ProfileRowProps = RowProps & {
  profile: Profile;
  /** Opens the reasons beside the row, or restores it; undefined for one's own. */
  onAct: ((profile: Profile, row: Element) => void) | undefined;
};

/** A profile in the list. Changes of other rows cause no redraw. */
export const ProfileRow = memo(function ProfileRow({
  profile,
  onAct,
  ...row
}: ProfileRowProps) {
  const { id, username, about, socials, hidden, createdAt } = profile;
  const states = statesOf(profile, useIsSaving(id), useMark(id));
  const [link] = linksOf(socials);
  return (
    <RowCells
      {...row}
      words={{
        name: username,
        address: `profiles/${encodeURIComponent(username)}`,
        states,
        text: about?.split('\n')[0] ?? null,
        detail: link && shortLink(link.link),
        at: createdAt,
        isFaded: hidden,
      }}
      act={
        onAct && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={`${hidden ? 'Restore' : 'Hide'} ${username}`}
            onClick={({ currentTarget }) =>
              onAct(profile, currentTarget.closest('[role="row"]') ?? currentTarget)
            }
            className="h-7 rounded-md bg-highlight px-2 font-medium text-ink"
          >
            {hidden ? 'Restore' : 'Hide'}
          </button>
        )
      }
    />
  );
});
