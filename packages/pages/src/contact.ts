import { type Markup, markup } from '@namecard/look';
import type { Visit } from './visit.ts';

/** Where people write to the operator. Empty if that is not set. */
export const contact = ({
  texts,
  product: {
    operator: { contact: address },
  },
}: Pick<Visit, 'texts' | 'product'>): Markup =>
  address === undefined
    ? markup``
    : markup`<p class="note">${texts.suspended.contact}: <a href="${address}">${address.replace(/^mailto:/, '')}</a></p>`;
