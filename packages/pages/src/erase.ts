import { markup } from '@namecard/look';
import { dataFile } from './data-file.ts';
import { type Failure, unless } from './failure.ts';
import { codeField } from './fields.ts';
import { memberForm } from './member-form.ts';
import type { Page } from './page.ts';
import { messagePage } from './message-page.ts';
import { type Posted, textOf } from './posted.ts';
import { freshSignIn } from './render.ts';
import type { Pages, Visit } from './visit.ts';

const confirming = '/me/account/erase/confirm';

async function erasingPage(visit: Visit): Promise<Page> {
  const { api, texts } = visit;
  const { account } = texts;
  const { email } = (await api.users.me()).data.user;
  const form = { action: '/me/account/erase', button: texts.signIn.send };
  return {
    title: account.erase,
    main: markup`<p class="lead">${account.eraseText(email)}</p>
<div class="actions">${memberForm(visit, form)}
<a href="/me/account">${texts.form.keep}</a></div>`,
  };
}

async function confirmingPage(
  visit: Visit,
  posted: Posted = {},
  failure?: Failure,
): Promise<Page> {
  const { api, texts } = visit;
  const { account } = texts;
  const { user } = (await api.users.me()).data;
  const value = textOf(posted, 'code');
  const fields = codeField({ name: 'code', label: texts.signIn.code, value }, failure);
  const form = { action: confirming, fields, button: account.eraseButton } as const;
  return {
    title: account.erase,
    main: markup`<p class="lead">${texts.signIn.sentTo(user.email)}</p>
${memberForm(visit, { ...form, kind: 'harm' })}
<p class="actions"><a href="/me/account/erase">${texts.move.again}</a>
<a href="/me/account">${texts.form.keep}</a></p>`,
  };
}

/** All one's data needs a sign-in from the last hour, and erasing a mailed code. */
export const erasingPages: Pages = {
  '/me/account/export': async (visit) => {
    const data = await unless('FRESH_SIGN_IN_REQUIRED', visit.api.users.exportMe());
    // A download shows no page, so its sign-in leads to the page with its link.
    return data ? dataFile(data) : freshSignIn(visit, '/me/account');
  },

  '/me/account/erase': {
    take: async ({ api }) => {
      await api.users.askRemoval();
      return { to: confirming };
    },
    show: erasingPage,
  },

  [confirming]: {
    fields: ['code'],
    isFinal: true,
    take: async ({ api, cookies, reply }, posted) => {
      await api.users.removeMe({ otp: textOf(posted, 'code') });
      cookies.endAll(reply);
      return { to: '/erased' };
    },
    show: confirmingPage,
  },

  '/erased': (visit) => {
    const { erasedTitle, erased } = visit.texts.account;
    return messagePage(visit, erasedTitle, erased);
  },
};
