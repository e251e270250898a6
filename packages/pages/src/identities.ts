import type { FastifyInstance } from 'fastify';
import { accountPage, savedAccount } from './account.ts';
import { identityFields, identityValues } from './identity-form.ts';
import { textOf } from './posted.ts';
import { mountForm } from './mount.ts';
import type { Site } from './visit.ts';

export function mountIdentities(app: FastifyInstance, site: Site): void {
  mountForm(app, site, '/me/account/identities', {
    fields: identityFields,
    shownAt: '/me/account',
    isKept: true,
    stored: async ({ api }) => identityValues((await api.users.me()).data.user),
    take: async ({ api }, posted) => {
      const sent = identityFields.filter((name) => Object.hasOwn(posted, name));
      const linked = sent.map((name) => [name, textOf(posted, name)] as const);
      await api.users.updateMe(Object.fromEntries(linked));
      return savedAccount;
    },
    show: (visit, posted, failure) =>
      accountPage(visit, { section: 'identities', posted, failure }),
  });
}
