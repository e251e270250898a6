import { type Language, languageNames, type Markup, markup } from '@namecard/look';
import { isLanguage, seenWord } from '@namecard/router';
import type { FastifyInstance } from 'fastify';
import { refusedField } from './failure.ts';
import { choiceField, lineField } from './fields.ts';
import { identityForm, type Typed } from './identity-form.ts';
import { memberForm } from './member-form.ts';
import type { Page } from './page.ts';
import { textOf, typedOr } from './posted.ts';
import { queryOf } from './query.ts';
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

function languageForm(
  visit: Visit,
  chosen: Language,
  { section, failure }: Typed,
): Markup {
  const { account } = visit.texts;
  const fields = choiceField(
    {
      name: 'language',
      label: account.languageHint,
      value: chosen,
      choices: languageNames,
    },
    section === 'language' ? failure : undefined,
  );
  const action = '/me/account/language';
  return markup`<h2>${account.language}</h2>
${memberForm(visit, { action, fields, button: account.saveLanguage })}`;
}

function dataMarkup({ account }: Visit['texts']): Markup {
  return markup`<h2>${account.data}</h2>
<p class="note">${account.dataHint}</p>
<p class="actions"><a class="button quiet" href="/me/account/export">${account.download}</a>
<a class="button harm" href="/me/account/erase">${account.erase}</a></p>`;
}

export async function accountPage(visit: Visit, typed: Typed): Promise<Page> {
  const { api, texts, request } = visit;
  const { account, form } = texts;
  const { user, language } = (await api.users.me()).data;
  const { sessions } = (await api.auth.sessions()).data;
  const isSaved = queryOf(request, 'saved') !== undefined && !typed.section;
  return {
    title: account.title,
    hasNavigation: true,
    said: isSaved ? form.saved : undefined,
    main: markup`<h1>${account.title}</h1>
<p class="lead">${account.signedInAs(user.email)}</p>
<p class="actions"><a class="button quiet" href="/me/account/address">${texts.move.title}</a></p>
${usernameForm(visit, user.username, typed)}
${identityForm(visit, user, typed)}
${languageForm(visit, language ?? visit.language, typed)}
${sessionsMarkup(visit, sessions)}
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

  mountForm(app, site, '/me/account/language', {
    fields: ['language'],
    shownAt: '/me/account',
    take: async ({ api, texts, cookies, reply }, posted) => {
      const language = textOf(posted, 'language');
      if (!isLanguage(language)) throw refusedField('language', texts);
      await api.users.chooseLanguage({ language });
      cookies.language.write(reply, language);
      return savedAccount;
    },
    show: (visit, posted, failure) =>
      accountPage(visit, { section: 'language', posted, failure }),
  });
}
