import { type RowState, statesIn } from '../../components/state-list.tsx';
import { useIsSaving } from '../saving.ts';
import { deceptionsIn } from './deception.ts';
import { useMark } from './marks.ts';
import type { Profile } from './profile.ts';

/** A profile's own states, and warnings about its texts or identities. */
function statesOf({
  hidden,
  isHeld,
  owner,
  username,
  about,
  socials,
  ...others
}: Profile) {
  const texts = [username, about ?? '', ...Object.values(socials)];
  const states = statesIn([
    hidden && { tone: 'warn', word: 'Hidden' },
    isHeld && {
      tone: 'warn',
      word: 'Waits for a look',
      title: 'Nobody else sees it until you approve it',
    },
    owner.isSuspended && { tone: 'bad', word: 'Suspended' },
    others.duplicateIdentities.length > 0 && {
      tone: 'warn',
      word: 'Shares an identity',
    },
  ]);
  const deceptions = deceptionsIn(texts).map((word): RowState => ({ tone: 'bad', word }));
  return [...states, ...deceptions];
}

/** What became of the last change of a card or an account, and a card's own states. */
export function useStates(id: string, profile: Profile | null): RowState[] {
  const isSaving = useIsSaving(id);
  const mark = useMark(id);
  const own = profile ? statesOf(profile) : [];
  if (isSaving) {
    const others = own.filter(({ word }) => word !== 'Hidden');
    return [{ tone: 'neutral', word: 'Saving' }, ...others];
  }
  return mark && (profile === null || mark.isWrongIfHidden !== profile.hidden)
    ? [{ tone: mark.tone, word: mark.badge, title: mark.message }, ...own]
    : own;
}
