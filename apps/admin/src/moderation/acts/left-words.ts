import type { inferOutput } from '@trpc/tanstack-react-query';
import type { trpc } from '../../trpc.ts';

type Left = inferOutput<typeof trpc.moderation.acts.preview>['data']['left'][number];

/** Why an act leaves profiles as they are, behind their number. */
export const leftWords: Record<Left['reason'], string> = {
  ALREADY: 'already so',
  OWN_PROFILE: 'yours',
  OWN_REPORT: 'reported by you',
  CONFIGURED_ADMIN: 'of configured admins',
  STAFF: 'of moderators or admins',
  NO_ITEM: 'with nothing to approve',
  CHANGED: 'changed',
  GONE: 'gone',
  TOUCHED: 'decided about since',
  UNDONE: 'undone already',
  NOT_UNDOABLE: 'that can’t be undone',
  LAST_ADMIN: 'of the last admin',
};

/** The same for a reader who may be somebody else than the actor. */
export const theirLeftWords: typeof leftWords = {
  ...leftWords,
  OWN_PROFILE: 'their own',
  OWN_REPORT: 'reported by them',
};
