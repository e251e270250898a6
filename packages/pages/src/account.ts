import { type Markup, markup } from '@namecard/look';
import { seenName } from '@namecard/router';
import type { Failure } from './failure.ts';
import { fieldGroup, lineField } from './fields.ts';
import type { Identity } from './api.ts';
import { languageButtons } from './language-buttons.ts';
import { memberForm } from './member-form.ts';
import type { Page } from './page.ts';
import { type Posted, textOf } from './posted.ts';
import { reportsMarkup } from './my-reports.ts';
import { sessionsMarkup } from './sessions.ts';
import { shownField, type Values } from './shown-values.ts';
import type { Pages, Site, Visit } from './visit.ts';

type User = Record<'username' | Identity, string | null>;

/** What the form shows: the name, and the linked identities that are offered. */
const accountValues = ({ identities }: Pick<Site, 'identities'>, user: User): Values =>
  Object.fromEntries(
    (['username', ...identities] as const).map((name) => [name, user[name] ?? '']),
  );

function accountForm(
  visit: Visit,
  user: User,
  posted: Posted = {},
  failure?: Failure,
): Markup {
  const { account, form } = visit.texts;
  const stored = accountValues(visit, user);
  const value = (name: string) => textOf(posted, name, textOf(stored, name));
  const name = {
    name: 'username',
    label: account.username,
    hint: account.usernameHint,
    value: value('username'),
    autocomplete: 'username',
  };
  const linked = visit.identities.map((identity) =>
    lineField(
      { name: identity, label: account.identity[identity], value: value(identity) },
      failure,
    ),
  );
  const group = {
    id: 'identities',
    label: account.identities,
    hint: account.identitiesHint,
  };
  const fields = markup`${lineField(name, failure)}
${linked.length === 0 ? '' : fieldGroup(group, linked)}${shownField(stored, posted)}`;
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

/** @param posted what was typed in its form, and `failure` why it was refused */
export async function accountPage(
  visit: Visit,
  posted?: Posted,
  failure?: Failure,
): Promise<Page> {
  const { api, texts } = visit;
  const { account, move, signIn } = texts;
  const { user } = (await api.users.me()).data;
  const { sessions } = (await api.auth.sessions()).data;
  const { reports } = (await api.profiles.myReports()).data;
  return {
    title: account.title,
    main: markup`${accountForm(visit, user, posted, failure)}
<h2>${signIn.email}</h2>
<p>${account.signedInAs(user.email)}</p>
<p class="actions"><a class="button quiet" href="/me/account/address">${move.title}</a></p>
${languageForm(visit)}
${sessionsMarkup(visit, sessions)}
${reportsMarkup(visit, reports)}
${dataMarkup(texts)}`,
  };
}

export const accountPages = ({ identities }: Site): Pages => ({
  '/me/account': {
    fields: ['username', ...identities],
    isKept: true,
    stored: async (visit) => accountValues(visit, (await visit.api.users.me()).data.user),
    take: async ({ api }, posted) => {
      const sent = identities.filter((name) => Object.hasOwn(posted, name));
      const linked = sent.map((name) => [name, textOf(posted, name)] as const);
      await api.users.updateMe({
        ...Object.fromEntries(linked),
        ...(Object.hasOwn(posted, 'username') && {
          username: seenName(textOf(posted, 'username')) || null,
        }),
      });
      return { to: '/me/account?saved' };
    },
    show: accountPage,
  },
});
