import { type Markup, markup } from '@namecard/look';
import type { Texts } from './texts/texts.ts';

/** The addresses of the pages before and after; false without one. */
type Turns = { newer: string | false; older: string | false };

export function turningOf({ members }: Texts, { newer, older }: Turns): Markup {
  const link = (to: string | false, text: string) =>
    to === false ? '' : markup`<a href="${to}">${text}</a>`;
  return newer === false && older === false
    ? markup``
    : markup`<p class="actions">${link(newer, members.newer)}${link(older, members.older)}</p>`;
}
