import { moderationList } from '../../../frame/moderation-list.tsx';
import { linksOf, shortLink } from '../../../moderation/profiles/links.tsx';
import type { Profile } from '../../../moderation/profiles/profile.ts';
import { useStates } from '../../../moderation/profiles/states.ts';

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
});
