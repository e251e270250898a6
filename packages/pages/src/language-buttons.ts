import { type Language, languageNames, type Markup, markup } from '@namecard/look';
import { hiddenField } from './fields.ts';
import { type Onward, onwardField } from './onward.ts';

/**
 * A button for each language.
 * @param to the page that is shown afterwards
 * @param typed what its form shows then
 */
export function languageButtons(
  { language }: { language: Language },
  to: string,
  typed?: Onward,
): Markup {
  const buttons = Object.entries(languageNames).map(([tag, name]) => {
    const current = tag === language ? markup` aria-current="true"` : '';
    return markup`<button name="language" value="${tag}" lang="${tag}"${current}>${name}</button>`;
  });
  return markup`<form class="languages" method="post" action="/language">
${hiddenField('to', to)}${onwardField(typed)}${buttons}</form>`;
}
