import { textFoot } from './frame.ts';
import type { SignInContent } from './sign-in-content.ts';

/** Mail clients break longer lines of plain text badly. */
const columns = 76;

function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trimStart();
    if (longer.length <= columns) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines.join('\n');
}

export function signInText({
  product,
  texts,
  main,
  fallback,
  where,
  askedFor,
  language,
}: SignInContent): string {
  const second =
    fallback === undefined
      ? ''
      : `${wrapped(texts.instead)}

    ${fallback.code}

${fallback.good}.

`;
  return `${product.name}

${texts.heading}:

    ${main.code}

${main.good}.

${second}${wrapped(where)}

${wrapped(askedFor)}

${wrapped(`${texts.notYou} ${texts.advice}`)}
${textFoot(product, language)}`;
}
