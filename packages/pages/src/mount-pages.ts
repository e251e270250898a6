import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { mountAccount } from './account.ts';
import { mountAddress } from './address.ts';
import { mountAppeal } from './appeal.ts';
import { mountCard } from './card.ts';
import { mountCards } from './cards.ts';
import { mountFront } from './front.ts';
import { mountReport } from './report.ts';
import { cookiesFor } from './cookies.ts';
import { mountSessions } from './end-sessions.ts';
import { mountErasing } from './erase.ts';
import { mountLanguage } from './language.ts';
import { mountMembers } from './members.ts';
import { KeptForms } from './onward.ts';
import { mountSignIn } from './sign-in.ts';
import { sendRefusal } from './render.ts';
import { type Site, visitOf } from './visit.ts';
import { policyFor } from './style.ts';
import { mountSuspended } from './suspended.ts';

export type PagesOptions = Omit<Site, 'cookies' | 'forms'>;

const fixed = {
  // With `no-referrer` browsers would send forms with `Origin: null`.
  'referrer-policy': 'same-origin',
  'cache-control': 'private, no-store',
  // No page of another site may load what belongs to a member.
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * The members' pages, rendered here, without scripts. Only paths of this scope read
 * forms and cookies.
 */
export async function mountPages(
  app: FastifyInstance,
  options: PagesOptions,
): Promise<void> {
  const headers = {
    ...fixed,
    'content-security-policy': policyFor(options.product),
  };
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
      // An overloaded service refuses requests before the hook above.
      void reply.headers(headers);
      return sendRefusal(visitOf(site, request, reply), error);
    });
    mountFront(scope, site);
    mountSignIn(scope, site);
    mountSuspended(scope, site);
    mountCards(scope, site);
    mountCard(scope, site);
    mountAppeal(scope, site);
    mountAccount(scope, site);
    mountAddress(scope, site);
    mountLanguage(scope, site);
    mountSessions(scope, site);
    mountErasing(scope, site);
    mountMembers(scope, site);
    mountReport(scope, site);
  });
}
