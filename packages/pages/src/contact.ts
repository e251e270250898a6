import { type Markup, markup } from '@namecard/look';
import type { Visit } from './visit.ts';

/** Where people write to the operator. Empty if that is not set. */
export const contact = ({
  texts,
  contactUrl,
}: Pick<Visit, 'texts' | 'contactUrl'>): Markup =>
  contactUrl === undefined
    ? markup``
    : markup`<p class="note">${texts.suspended.contact}: <a href="${contactUrl}">${contactUrl.replace(/^mailto:/, '')}</a></p>`;
