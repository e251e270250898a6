import { contactNote, howLong, markup } from '@namecard/look';
import { moderationReasons, nothingTold, type ToldSuspension } from '@namecard/router';
import { z } from 'zod';
import { dataFile } from './data-file.ts';
import type { Failure } from './failure.ts';
import { formOf, hiddenField, textField } from './fields.ts';
import type { Page } from './page.ts';
import { type Posted, textOf } from './posted.ts';
import { addressPage } from './sign-in-pages.ts';
import { messagePage } from './message-page.ts';
import { statement } from './statement.ts';
import { toldAppeal } from './told-appeal.ts';
import type { Pages, Visit } from './visit.ts';

/** Comes from the sign-in. A hidden field keeps it if the form is shown again. */
const Told = z.object({
  until: z.iso.datetime().nullable(),
  reason: z.enum(moderationReasons).nullable(),
  note: z.string().nullable(),
  appeal: z.string().nullable(),
  appealedAt: z.iso.datetime().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  answer: z.string().nullable(),
  afterReport: z.boolean(),
  byProgram: z.boolean(),
});

const proofIn = (posted: Posted) => ({
  email: textOf(posted, 'email'),
  ticket: textOf(posted, 'ticket'),
});

function toldBefore(posted: Posted): ToldSuspension | undefined {
  try {
    return Told.parse(JSON.parse(textOf(posted, 'told')));
  } catch {
    return undefined;
  }
}

type Appeal = {
  address: string;
  ticket: string;
  text: string;
  told: ToldSuspension | undefined;
};

export function suspendedPage(
  visit: Visit,
  { address, ticket, text, told = nothingTold }: Appeal,
  failure?: Failure,
): Page {
  const { texts, product, language } = visit;
  const { suspended, appeal } = texts;
  const { reason, appealedAt } = told;
  const proof = { email: address, ticket, told: JSON.stringify(told) };
  const hidden = markup`${Object.entries(proof).map((field) => hiddenField(...field))}`;
  const fields = markup`${hidden}
${textField({ name: 'text', label: appeal.text, hint: appeal.hint, value: text }, failure)}`;
  const form = formOf({ action: '/sign-in/appeal', fields, button: appeal.send });
  const data = markup`<h2>${texts.account.data}</h2>
<p class="note">${suspended.data}</p>
${formOf({ action: '/sign-in/data', fields: hidden, button: texts.account.download, kind: 'quiet' })}`;
  const why =
    reason === null
      ? markup`<p>${howLong(language, told.until)}</p>`
      : statement(visit, { ...told, reason });
  return {
    title: suspended.title,
    failure,
    typed: { to: '/sign-in/appeal', kept: { ...proof, text } },
    // Nothing was typed that could be lost.
    ...(text === '' && { said: '' }),
    main: markup`<div class="said bad">${why}
${toldAppeal(visit, told)}
${contactNote(product, language)}</div>
${ticket === '' || appealedAt !== null ? '' : form}
${ticket === '' ? '' : data}`,
  };
}

function shownAgain(visit: Visit, posted: Posted = {}, failure?: Failure): Page {
  const { email: address, ticket } = proofIn(posted);
  const text = textOf(posted, 'text');
  const isOver = failure?.reason === 'CODE_INVALID';
  const said = isOver ? { ...failure, message: visit.texts.suspended.expired } : failure;
  const told = toldBefore(posted);
  // Only a refused sign-in gives a ticket, and tells why if it gives none.
  if (ticket === '' && told === undefined)
    return addressPage(visit, { address, failure: said });
  return suspendedPage(visit, { address, ticket, text, told }, said);
}

/** The refused sign-in has given a ticket for the appeal and the data. */
export const suspendedPages: Pages = {
  '/sign-in/appeal': {
    fields: ['text'],
    isFinal: true,
    isKept: true,
    shownAt: '/sign-in',
    take: async ({ api }, posted) => {
      await api.auth.appeal({ ...proofIn(posted), text: textOf(posted, 'text') });
      return { to: '/sign-in/appealed' };
    },
    show: shownAgain,
  },

  '/sign-in/data': {
    shownAt: '/sign-in',
    take: async ({ api }, posted) =>
      dataFile(await api.users.exportSuspended(proofIn(posted))),
    show: shownAgain,
  },

  '/sign-in/appealed': (visit) =>
    messagePage(visit, visit.texts.form.done.asked, visit.texts.suspended.sent),
};
