import { type Markup, markup } from '@namecard/look';

type Turn = { to: string; text: string } | false;

export function turningOf({ newer, older }: { newer: Turn; older: Turn }): Markup {
  const links = [newer, older].flatMap((turn) =>
    turn ? [markup`<a href="${turn.to}">${turn.text}</a>`] : [],
  );
  return links.length === 0 ? markup`` : markup`<p class="actions">${links}</p>`;
}
