import type { FastifyInstance } from 'fastify';
import { accountPage, savedAccount } from './account.ts';
import { identityValues } from './identity-form.ts';
import { textOf } from './posted.ts';
import { mountForm } from './mount.ts';
import type { Site } from './visit.ts';

export function mountIdentities(app: FastifyInstance, site: Site): void {
  const { identities } = site;
  if (identities.length === 0) return;
  mountForm(app, site, '/me/account/identities', {
    fields: identities,
    shownAt: '/me/account',
    isKept: true,
    stored: async ({ api }) =>
      identityValues((await api.users.me()).data.user, identities),
    take: async ({ api }, posted) => {
      const sent = identities.filter((name) => Object.hasOwn(posted, name));
      const linked = sent.map((name) => [name, textOf(posted, name)] as const);
      await api.users.updateMe(Object.fromEntries(linked));
      return savedAccount;
    },
    show: (visit, posted, failure) =>
      accountPage(visit, { section: 'identities', posted, failure }),
  });
}
