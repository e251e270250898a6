import { memo } from 'react';
import { RowCells, type RowProps, type RowState } from '../../components/list/row.tsx';
import { type DeskItem, nameOf, subjectOf } from '../../moderation/desk/item.ts';
import { linksOf, shortLink } from '../../moderation/profiles/links.tsx';
import { useMark } from '../../moderation/profiles/marks.ts';
import { statesOf } from '../../moderation/profiles/states.ts';
import { useIsSaving } from '../../moderation/saving.ts';
import { reportsIn, whyOpen } from './why.ts';

const urgent: RowState = { tone: 'bad', word: 'Urgent' };

export const DeskRow = memo(function DeskRow({
  item,
  ...row
}: RowProps & { item: DeskItem }) {
  const { profile, user, openedAt, kind } = item;
  const id = subjectOf(item);
  const [isSaving, mark] = [useIsSaving(id), useMark(id)];
  const [link] = linksOf(profile?.socials ?? {});
  const states = profile ? statesOf(profile, isSaving, mark) : [];
  return (
    <RowCells
      {...row}
      words={{
        name: nameOf(item),
        address: profile
          ? `profiles/${encodeURIComponent(profile.username)}`
          : `users/${user.id}`,
        states: item.urgent ? [urgent, ...states] : states,
        text: profile?.about?.split('\n')[0] ?? (profile ? null : whyOpen(kind)),
        detail: reportsIn(item) ?? (link && shortLink(link.link)),
        at: openedAt,
      }}
    />
  );
});
