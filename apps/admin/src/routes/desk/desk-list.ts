import { moderationList } from '../../frame/moderation-list.tsx';
import { type DeskItem, nameOf, subjectOf } from '../../moderation/desk/item.ts';
import { linksOf, shortLink } from '../../moderation/profiles/links.tsx';
import { useStates } from '../../moderation/profiles/states.ts';
import { timeOf } from '../../components/date-time.tsx';
import { useWho } from '../../who.ts';
import { reportsIn, whyOpen } from './why.ts';

export const DeskList = moderationList<DeskItem>({
  title: 'Desk',
  one: 'item',
  columns: ['Profile', 'About', 'Why', 'Open for'],
  useWords: (item) => {
    const { profile, user, openedAt, kind, leasedBy, leasedUntil } = item;
    const isOthers = leasedBy !== null && leasedBy.id !== useWho().id;
    const [link] = linksOf(profile?.socials ?? {});
    return {
      name: nameOf(item),
      address: profile
        ? `profiles/${encodeURIComponent(profile.username)}`
        : `users/${user.id}`,
      isFaded: isOthers,
      states: useStates(subjectOf(item), profile),
      text: profile?.about?.split('\n')[0] ?? (profile ? null : whyOpen(kind)),
      isTheirs: profile !== null,
      detail: isOthers
        ? `Until ${timeOf(leasedUntil)}: ${leasedBy.email}`
        : (reportsIn(item) ?? (link && shortLink(link.link))),
      at: openedAt,
    };
  },
});
