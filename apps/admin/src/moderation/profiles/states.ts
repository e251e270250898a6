import type { RowState } from '../../components/list/row.tsx';
import { deceptionsIn } from './deception.ts';
import type { Mark } from './marks.ts';
import type { Profile } from './profile.ts';

/**
 * A profile's badges: its own state, and warnings about its texts or identities.
 */
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
