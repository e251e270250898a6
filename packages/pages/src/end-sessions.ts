import { accountPage } from './account.ts';
import { unless } from './failure.ts';
import { endSession } from './sign-in.ts';
import type { Pages } from './visit.ts';

/** The session may have ended already. */
export const sessionPages: Pages = {
  '/me/account/sessions': {
    shownAt: '/me/account',
    take: async ({ api }) => {
      await api.auth.revokeOtherSessions();
      return { to: '/me/account?others' };
    },
    show: accountPage,
  },

  '/me/account/sessions/:name': {
    shownAt: '/me/account',
    take: async ({ api }, _posted, { name }) => {
      await unless('SESSION_NOT_FOUND', api.auth.revokeSession({ id: name }));
      return { to: '/me/account?ended' };
    },
    show: accountPage,
  },

  '/sign-out': {
    shownAt: '/',
    take: async (visit) => {
      await endSession(visit);
      visit.cookies.endAll(visit.reply);
      return { to: '/?signedOut' };
    },
    show: accountPage,
  },
};
