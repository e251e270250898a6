import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { mountAccount } from './account.ts';
import { mountCard } from './card.ts';
import { mountCards } from './cards.ts';
import { failureOf, tooLong } from './failure.ts';
import { mountFront } from './front.ts';
import { problemPage } from './problem-page.ts';
import { mountReport } from './report.ts';
import { cookiesFor } from './cookies.ts';
import { mountSessions } from './end-sessions.ts';
import { mountErasing } from './erase.ts';
import { mountIdentities } from './identities.ts';
import { mountMembers } from './members.ts';
import { KeptForms } from './onward.ts';
import { mountSignIn } from './sign-in.ts';
import {
  renderFailure,
  renderFreshSignIn,
  sendToSignIn,
  type Site,
  visitOf,
} from './site.ts';
import { contentSecurityPolicy } from './style.ts';
import { mountSuspended } from './suspended.ts';

export type PagesOptions = Omit<Site, 'cookies' | 'forms'>;

const headers = {
  'content-security-policy': contentSecurityPolicy,
  // Under `no-referrer` browsers would send a form with `Origin: null`.
  'referrer-policy': 'same-origin',
  'cache-control': 'private, no-store',
  // What is one member's nobody else's page takes in.
  'cross-origin-resource-policy': 'same-origin',
};

/** Whether a body was larger than any that is taken. */
const isTooLong = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 413;

/**
 * The pages for members, rendered here and without script. Forms and cookies are read in this scope alone: no other path takes
 * either.
 */
export async function mountPages(
  app: FastifyInstance,
  options: PagesOptions,
): Promise<void> {
  const site: Site = {
    ...options,
    cookies: cookiesFor(options.origin),
    forms: new KeptForms(),
  };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(formbody);
    await scope.register(cookie);
    scope.addHook('onRequest', (_request, reply, done) => {
      void reply.headers(headers);
      done();
    });
    scope.setErrorHandler((error, request, reply) => {
      const visit = visitOf(site, request, reply);
      if (isTooLong(error)) {
        const long = tooLong(visit.texts);
        return reply.send(renderFailure(visit, long, problemPage(visit, long)));
      }
      // What the router knows nothing of is answered as everywhere.
      const failure = failureOf(error, visit.texts);
      if (failure.reason === 'TOKEN_INVALID') return sendToSignIn(visit);
      if (failure.reason === 'FRESH_SIGN_IN_REQUIRED') {
        return reply.send(renderFreshSignIn(visit));
      }
      return reply.send(renderFailure(visit, failure, problemPage(visit, failure)));
    });
    mountFront(scope, site);
    mountSignIn(scope, site);
    mountSuspended(scope, site);
    mountCards(scope, site);
    mountCard(scope, site);
    mountAccount(scope, site);
    mountIdentities(scope, site);
    mountSessions(scope, site);
    mountErasing(scope, site);
    mountMembers(scope, site);
    mountReport(scope, site);
  });
}
