import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { mountAccount } from './account.ts';
import { mountCard } from './card.ts';
import { mountCards } from './cards.ts';
import { failureOf } from './failure.ts';
import { mountFront } from './front.ts';
import { problemPage } from './problem-page.ts';
import { mountReport } from './report.ts';
import { cookiesFor } from './session-cookie.ts';
import { mountSignIn } from './sign-in.ts';
import { sendFailure, sendToSignIn, type Site, visitOf } from './site.ts';
import { contentSecurityPolicy } from './style.ts';
import { mountSuspended } from './suspended.ts';
import { en } from './texts/en.ts';

export type PagesOptions = Omit<Site, 'texts' | 'cookies'>;

const headers = {
  'content-security-policy': contentSecurityPolicy,
  // Under `no-referrer` browsers would send a form with `Origin: null`.
  'referrer-policy': 'same-origin',
  'cache-control': 'private, no-store',
  // What is one member's nobody else's page takes in.
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * The pages for members, rendered here and without script. Forms and cookies are read in this scope alone: no other path takes
 * either.
 */
export async function mountPages(
  app: FastifyInstance,
  options: PagesOptions,
): Promise<void> {
  const site: Site = { ...options, texts: en, cookies: cookiesFor(options.origin) };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(formbody);
    await scope.register(cookie);
    scope.addHook('onRequest', (_request, reply, done) => {
      void reply.headers(headers);
      done();
    });
    scope.setErrorHandler((error, request, reply) => {
      // What the router knows nothing of is answered as everywhere.
      const failure = failureOf(error, site.texts);
      if (failure.reason === 'TOKEN_INVALID') {
        return sendToSignIn(visitOf(site, request, reply));
      }
      const page = problemPage(site, failure);
      return reply.send(sendFailure({ ...site, reply }, failure, page));
    });
    mountFront(scope, site);
    mountSignIn(scope, site);
    mountSuspended(scope, site);
    mountCards(scope, site);
    mountCard(scope, site);
    mountAccount(scope, site);
    mountReport(scope, site);
  });
}
