import type { FastifyInstance } from 'fastify';
import { accountPage } from './account.ts';
import { unless } from './failure.ts';
import { mountForm } from './mount.ts';
import { endSession } from './sign-in.ts';
import type { Site } from './visit.ts';

/** The session may have ended already. */
export function mountSessions(app: FastifyInstance, site: Site): void {
  mountForm(app, site, '/me/account/sessions', {
    shownAt: '/me/account',
    take: async ({ api }) => {
      await api.auth.revokeOtherSessions();
      return { to: '/me/account?others' };
    },
    show: accountPage,
  });

  mountForm(app, site, '/me/account/sessions/:name', {
    shownAt: '/me/account',
    take: async ({ api }, _posted, { name }) => {
      await unless('SESSION_NOT_FOUND', api.auth.revokeSession({ id: name }));
      return { to: '/me/account?ended' };
    },
    show: accountPage,
  });

  mountForm(app, site, '/sign-out', {
    shownAt: '/',
    take: async (visit) => {
      await endSession(visit);
      visit.cookies.endAll(visit.reply);
      return { to: '/?signedOut' };
    },
    show: accountPage,
  });
}
