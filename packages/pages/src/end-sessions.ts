import type { FastifyInstance } from 'fastify';
import { accountPage } from './account.ts';
import { type Failure, failureOf } from './failure.ts';
import type { Posted } from './posted.ts';
import { mountForm } from './mount.ts';
import type { Site, Visit } from './visit.ts';

/** It is no failure if the session has already ended. */
async function endSession({ api, texts }: Visit, id: string): Promise<void> {
  try {
    await api.auth.revokeSession({ id });
  } catch (error) {
    if (failureOf(error, texts).reason !== 'SESSION_NOT_FOUND') throw error;
  }
}

/** It is no failure if the session has already ended. */
async function signOut({ api, texts }: Visit): Promise<void> {
  try {
    await api.auth.signOut();
  } catch (error) {
    if (failureOf(error, texts).reason !== 'TOKEN_INVALID') throw error;
  }
}

const show = (visit: Visit, _posted: Posted | undefined, failure: Failure | undefined) =>
  accountPage(visit, { failure });

export function mountSessions(app: FastifyInstance, site: Site): void {
  mountForm(app, site, '/me/account/sessions', {
    shownAt: '/me/account',
    take: async ({ api }) => {
      await api.auth.revokeOtherSessions();
      return { to: '/me/account?others' };
    },
    show,
  });

  mountForm(app, site, '/me/account/sessions/:name', {
    shownAt: '/me/account',
    take: async (visit, _posted, { name }) => {
      await endSession(visit, name);
      return { to: '/me/account?ended' };
    },
    show,
  });

  mountForm(app, site, '/sign-out', {
    shownAt: '/',
    take: async (visit) => {
      await signOut(visit);
      visit.cookies.endAll(visit.reply);
      return { to: '/?signedOut' };
    },
    show,
  });
}
