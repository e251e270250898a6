import { type Language, languageNames, type Markup, markup } from '@namecard/look';
import { hiddenField } from './fields.ts';

/** A button for each language. @param to the page that is shown afterwards */
export function languageButtons(
  { language }: { language: Language },
  to: string,
): Markup {
  const buttons = Object.entries(languageNames).map(([tag, name]) => {
    const current = tag === language ? markup` aria-current="true"` : '';
    return markup`<button name="language" value="${tag}" lang="${tag}"${current}>${name}</button>`;
  });
  return markup`<form class="languages" method="post" action="/language">
${hiddenField('to', to)}${buttons}</form>`;
}
