import { type Markup, markup } from '@namecard/look';
import { seenWord } from '@namecard/router';
import type { FastifyInstance } from 'fastify';
import { lineField } from './fields.ts';
import { identityForm, type Typed } from './identity-form.ts';
import { languageButtons } from './language-buttons.ts';
import { memberForm } from './member-form.ts';
import type { Page } from './page.ts';
import { textOf, typedOr } from './posted.ts';
import { reportsMarkup } from './my-reports.ts';
import { sessionsMarkup } from './sessions.ts';
import { shownField } from './shown-values.ts';
import { mountForm, mountRead } from './mount.ts';
import type { Redirect, Site, Visit } from './visit.ts';

function usernameForm(visit: Visit, stored: string | null, typed: Typed): Markup {
  const { account, form } = visit.texts;
  const isTyped = typed.section === 'username';
  const posted = (isTyped && typed.posted) || {};
  const field = {
    name: 'username',
    label: account.username,
    hint: account.usernameHint,
    value: typedOr(posted, 'username', stored ?? ''),
    autocomplete: 'username',
  };
  const line = lineField(field, isTyped ? typed.failure : undefined);
  const fields = markup`${line}${shownField({ username: stored ?? '' }, posted)}`;
  return memberForm(visit, { action: '/me/account', fields, button: form.save });
}

function languageForm(visit: Visit): Markup {
  const { account } = visit.texts;
  return markup`<h2>${account.language}</h2>
<p class="note">${account.languageHint}</p>
${languageButtons(visit, '/me/account?saved')}`;
}

function dataMarkup({ account }: Visit['texts']): Markup {
  return markup`<h2>${account.data}</h2>
<p class="note">${account.dataHint}</p>
<p class="actions"><a class="button quiet" href="/me/account/export">${account.download}</a>
<a class="button harm" href="/me/account/erase">${account.erase}</a></p>`;
}

export async function accountPage(visit: Visit, typed: Typed): Promise<Page> {
  const { api, texts } = visit;
  const { account, move, signIn } = texts;
  const { user } = (await api.users.me()).data;
  const { sessions } = (await api.auth.sessions()).data;
  const { reports } = (await api.profiles.myReports()).data;
  return {
    title: account.title,
    main: markup`<h1>${account.title}</h1>
${usernameForm(visit, user.username, typed)}
<h2>${signIn.email}</h2>
<p>${account.signedInAs(user.email)}</p>
<p class="actions"><a class="button quiet" href="/me/account/address">${move.title}</a></p>
${identityForm(visit, user, typed)}
${languageForm(visit)}
${sessionsMarkup(visit, sessions)}
${reportsMarkup(visit, reports)}
${dataMarkup(texts)}`,
  };
}

export const savedAccount: Redirect = { to: '/me/account?saved' };

export function mountAccount(app: FastifyInstance, site: Site): void {
  mountRead(app, site, '/me/account', (visit) => accountPage(visit, {}));

  mountForm(app, site, '/me/account', {
    fields: ['username'],
    isKept: true,
    stored: async ({ api }) => ({
      username: (await api.users.me()).data.user.username ?? '',
    }),
    take: async ({ api }, posted) => {
      if (!Object.hasOwn(posted, 'username')) return savedAccount;
      await api.users.updateMe({
        username: seenWord(textOf(posted, 'username')) || null,
      });
      return savedAccount;
    },
    show: (visit, posted, failure) =>
      accountPage(visit, { section: 'username', posted, failure }),
  });
}
