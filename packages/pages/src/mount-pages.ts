import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { accountPages } from './account.ts';
import { addressPages } from './address.ts';
import { appealPages } from './appeal.ts';
import { cardPages } from './card.ts';
import { cardsPages } from './cards.ts';
import { mountFront } from './front.ts';
import { reportPages } from './report.ts';
import { cookiesFor } from './cookies.ts';
import { sessionPages } from './end-sessions.ts';
import { erasingPages } from './erase.ts';
import { languagePages } from './language.ts';
import { memberPages } from './members.ts';
import { KeptForms } from './onward.ts';
import { signInPages } from './sign-in.ts';
import { mountAll } from './mount.ts';
import { sendRefusal } from './render.ts';
import { type Site, visitOf } from './visit.ts';
import { policyFor } from './style.ts';
import { suspendedPages } from './suspended.ts';

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
    mountAll(scope, site, {
      ...signInPages(),
      ...suspendedPages,
      ...cardsPages,
      ...cardPages,
      ...appealPages,
      ...accountPages(site),
      ...addressPages,
      ...languagePages,
      ...sessionPages,
      ...erasingPages,
      ...memberPages,
      ...reportPages,
    });
  });
}
