import { markup } from '@namecard/look';
import type { FastifyInstance } from 'fastify';
import { failureOf } from './failure.ts';
import { memberForm } from './member-form.ts';
import type { Page } from './page.ts';
import { mountForm, mountRead } from './mount.ts';
import { renderFreshSignIn } from './render.ts';
import { type Site, type Visit, visitOf } from './visit.ts';

async function erasingPage(visit: Visit): Promise<Page> {
  const { api, texts } = visit;
  const { account } = texts;
  const { user } = (await api.users.me()).data;
  const button = account.eraseButton;
  return {
    title: account.eraseTitle,
    hasNavigation: true,
    main: markup`<h1>${account.eraseTitle}</h1>
<p class="lead">${account.signedInAs(user.email)}</p>
<p class="lead">${account.eraseText}</p>
<div class="actions">${memberForm(visit, { action: '/me/account/erase', button, kind: 'harm' })}
<a href="/me/account">${account.keep}</a></div>`,
  };
}

/** Both need a sign-in from the last hour. */
export function mountErasing(app: FastifyInstance, site: Site): void {
  app.get('/me/account/export', { config: site.config }, async (request, reply) => {
    const visit = visitOf(site, request, reply);
    try {
      const { data } = await visit.api.users.exportMe();
      void reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="my-data.json"');
      return `${JSON.stringify(data, null, 2)}\n`;
    } catch (error) {
      const { reason } = failureOf(error, visit.texts);
      if (reason !== 'FRESH_SIGN_IN_REQUIRED') throw error;
      // A download shows no page, so the sign-in leads to the page with its link.
      return renderFreshSignIn(visit, '/me/account');
    }
  });

  mountRead(app, site, '/me/account/erase', (visit) => erasingPage(visit));

  mountForm(app, site, '/me/account/erase', {
    take: async ({ api, cookies, reply }) => {
      await api.users.removeMe();
      cookies.endAll(reply);
      return { to: '/erased' };
    },
    show: (visit) => erasingPage(visit),
  });

  mountRead(app, site, '/erased', ({ texts: { account } }) => ({
    title: account.erasedTitle,
    main: markup`<h1>${account.erasedTitle}</h1><p class="lead">${account.erased}</p>`,
  }));
}
