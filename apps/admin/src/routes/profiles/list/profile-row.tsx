import { memo } from 'react';
import { RowCells, type RowProps } from '../../../components/list/row.tsx';
import { linksOf, shortLink } from '../../../moderation/profiles/links.tsx';
import type { Profile } from '../../../moderation/profiles/profile.ts';
import { useMark } from '../../../moderation/profiles/marks.ts';
import { statesOf } from '../../../moderation/profiles/states.ts';
import { useIsSaving } from '../../../moderation/saving.ts';

type ProfileRowProps = RowProps & {
  profile: Profile;
  /**
   * Opens the reasons beside the row, or restores it. Undefined for the person's
   * own profiles.
   */
  onAct: ((profile: Profile, row: Element) => void) | undefined;
};

/** Memoised: changes of other rows cause no redraw. */
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
