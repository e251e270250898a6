import { markup } from '@namecard/look';
import type { FastifyInstance } from 'fastify';
import type { Failure } from './failure.ts';
import { formOf, hiddenField, textField } from './fields.ts';
import { type Page, saidOf, titled } from './page.ts';
import { textOf } from './posted.ts';
import { mountForm, mountRead, type Site } from './site.ts';
import type { Texts } from './texts/texts.ts';

type Appeal = { address: string; ticket: string; text: string };

/** Why somebody can't sign in, and at once the field by which they ask for another look. */
export function suspendedPage(
  { texts }: { texts: Texts },
  { address, ticket, text }: Appeal,
  failure: Failure,
): Page {
  const { suspended } = texts;
  const fields = markup`${hiddenField('email', address)}${hiddenField('ticket', ticket)}
${textField({ name: 'text', label: suspended.text, hint: suspended.hint, value: text }, failure)}`;
  const form = formOf({ action: '/sign-in/appeal', fields, button: suspended.send });
  return {
    title: titled(suspended.title, failure, texts),
    main: markup`${saidOf(failure)}
<h1>${suspended.title}</h1>
${ticket === '' ? '' : form}`,
  };
}

/** The appeal against a suspension, by the ticket of the refusal to sign in. */
export function mountSuspended(app: FastifyInstance, site: Site): void {
  mountForm(app, site, '/sign-in/appeal', {
    fields: ['text'],
    take: async ({ api }, posted) => {
      await api.auth.appeal({
        email: textOf(posted, 'email'),
        ticket: textOf(posted, 'ticket'),
        text: textOf(posted, 'text'),
      });
      return { to: '/sign-in/appealed' };
    },
    show: (visit, posted, failure) => {
      const address = textOf(posted, 'email');
      const text = textOf(posted, 'text');
      const isOver = failure.reason === 'CODE_INVALID';
      const message = isOver ? visit.texts.suspended.expired : failure.message;
      const ticket = textOf(posted, 'ticket');
      return suspendedPage(visit, { address, ticket, text }, { ...failure, message });
    },
  });

  mountRead(app, site, '/sign-in/appealed', ({ texts: { suspended } }) => ({
    title: suspended.sentTitle,
    main: markup`<h1>${suspended.sentTitle}</h1><p class="lead">${suspended.sent}</p>`,
  }));
}
