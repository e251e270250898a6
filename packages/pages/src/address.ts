import { markup } from '@namecard/look';
import type { Failure } from './failure.ts';
import { codeField, emailField, formOf } from './fields.ts';
import { memberForm } from './member-form.ts';
import { messagePage } from './message-page.ts';
import type { Page } from './page.ts';
import { type Posted, textOf } from './posted.ts';
import type { Form, Pages, Visit } from './visit.ts';

/** Another address for the account, and what to do with the codes of its mails. */

async function startPage(
  visit: Visit,
  posted: Posted = {},
  failure?: Failure,
): Promise<Page> {
  const { api, texts } = visit;
  const { move } = texts;
  const { email } = (await api.users.me()).data.user;
  const field = emailField(
    {
      name: 'email',
      label: move.newAddress,
      value: textOf(posted, 'email'),
      required: true,
    },
    failure,
  );
  const form = { action: '/me/account/address', fields: field, button: move.start };
  return {
    title: move.title,
    main: markup`<p class="lead">${move.how(email)}</p>
${memberForm(visit, form)}`,
  };
}

function confirmPage(visit: Visit, posted: Posted = {}, failure?: Failure): Page {
  const { move } = visit.texts;
  const code = (name: string, label: string) =>
    codeField({ name, label, value: textOf(posted, name) }, failure);
  const fields = markup`${code('code', move.presentCode)}${code('newCode', move.newCode)}`;
  const action = '/me/account/address/confirm';
  return {
    title: move.confirmTitle,
    main: markup`<p class="lead">${move.sent}</p>
${memberForm(visit, { action, fields, button: move.title })}
<p class="actions"><a href="/me/account/address">${move.again}</a></p>`,
  };
}

type Public = {
  which: 'prove' | 'undo' | 'never';
  path: string;
  /** Uses the code. Returns what is said then. */
  take: (visit: Visit, given: { email: string; otp: string }) => Promise<string>;
};

/** For people without a session: an address and a code that was mailed to it. */
const publicForms: readonly Public[] = [
  {
    which: 'prove',
    path: '/sign-in/new-address',
    take: async ({ api, texts }, given) =>
      texts.move.prove.done((await api.auth.proveMove(given)).data.dueAt),
  },
  {
    which: 'undo',
    path: '/sign-in/old-address',
    take: async ({ api, texts }, given) => {
      await api.auth.undoMove(given);
      return texts.move.undo.done;
    },
  },
  {
    which: 'never',
    path: '/sign-in/not-me',
    take: async ({ api, texts }, given) => {
      await api.auth.refuseInvitation(given);
      return texts.move.never.done;
    },
  },
];

function publicPage(
  { texts, cookies, request }: Visit,
  { which, path }: Public,
  posted?: Posted,
  failure?: Failure,
): Page {
  const { title, address, button } = texts.move[which];
  const isNever = which === 'never';
  // Only who was just mailed a sign-in code has a cookie with the address.
  const known = isNever ? (cookies.address.read(request) ?? '') : '';
  const shown = posted ?? { email: known };
  const email = { name: 'email', label: address, value: textOf(shown, 'email') };
  const code = {
    name: 'code',
    label: texts.signIn.code,
    hint: texts.move.codeHint,
    value: textOf(shown, 'code'),
  };
  const fields = markup`${emailField({ ...email, required: true }, failure)}
${codeField(code, failure)}`;
  return {
    title,
    main: markup`${isNever ? markup`<p class="lead">${texts.move.never.text}</p>` : ''}
${formOf({ action: path, fields, button })}`,
  };
}

const publicForm = (form: Public): Form => ({
  fields: ['email', 'code'],
  isFinal: true,
  take: async (visit, posted) => {
    const given = { email: textOf(posted, 'email'), otp: textOf(posted, 'code') };
    const said = await form.take(visit, given);
    return messagePage(visit, visit.texts.move[form.which].doneTitle, said);
  },
  show: (visit, posted, failure) => publicPage(visit, form, posted, failure),
});

export const addressPages: Pages = {
  '/me/account/address': {
    fields: ['email'],
    take: async ({ api }, posted) => {
      await api.users.startMove({ email: textOf(posted, 'email') });
      return { to: '/me/account/address/confirm' };
    },
    show: startPage,
  },

  '/me/account/address/confirm': {
    fields: ['code', 'newCode'],
    isFinal: true,
    read: async (visit) => {
      await visit.api.users.me();
      return confirmPage(visit);
    },
    take: async ({ api }, posted) => {
      const [otp, newOtp] = [textOf(posted, 'code'), textOf(posted, 'newCode')];
      await api.users.finishMove({ otp, newOtp });
      return { to: '/me/account?saved' };
    },
    show: confirmPage,
  },

  ...Object.fromEntries(publicForms.map((form) => [form.path, publicForm(form)])),
};
