import { moderationList } from '../../../frame/moderation-list.tsx';
import { linksOf, shortLink } from '../../../moderation/profiles/links.tsx';
import type { Profile } from '../../../moderation/profiles/profile.ts';
import { useStates } from '../../../moderation/profiles/states.ts';
import { useWho } from '../../../who.ts';

export const ProfileList = moderationList<Profile>({
  title: 'Profiles',
  one: 'profile',
  columns: ['Profile', 'About', 'Link', 'Created'],
  useWords: (profile) => {
    const { id, username, about, socials, hidden, createdAt } = profile;
    const [link] = linksOf(socials);
    return {
      name: username,
      address: `profiles/${encodeURIComponent(username)}`,
      states: useStates(id, profile),
      text: about?.split('\n')[0] ?? null,
      isTheirs: true,
      detail: link && shortLink(link.link),
      at: createdAt,
      isFaded: hidden,
    };
  },
  // Opens the reasons beside the row, or restores it.
  RowAct: ({ row, onAct }) => {
    const { hidden, username, owner } = row;
    const isOwn = owner.id === useWho().id;
    return (
      !isOwn && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`${hidden ? 'Restore' : 'Hide'} ${username}`}
          onClick={({ currentTarget }) =>
            onAct(row, currentTarget.closest('[role="row"]') ?? currentTarget)
          }
          className="h-7 rounded-md bg-highlight px-2 font-medium text-ink"
        >
          {hidden ? 'Restore' : 'Hide'}
        </button>
      )
    );
  },
});
