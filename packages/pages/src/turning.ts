import { type Markup, markup } from '@namecard/look';

type Turn = { to: string; text: string } | false;

/** Links to the pages of a list before and after this one, as far as there are any. */
export function turningOf({ newer, older }: { newer: Turn; older: Turn }): Markup {
  const links = [newer, older].flatMap((turn) =>
    turn ? [markup`<a href="${turn.to}">${turn.text}</a>`] : [],
  );
  return links.length === 0 ? markup`` : markup`<p class="actions">${links}</p>`;
}
