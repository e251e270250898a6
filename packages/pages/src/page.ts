import {
  type Language,
  type Markup,
  markup,
  markOf,
  operatorLinks,
  type Product,
  styleElement,
} from '@namecard/look';
import type { Failure } from './failure.ts';
import { style } from './style.ts';
import type { Texts } from './texts/texts.ts';

/** A page without header and document. */
export type Page = {
  title: string;
  main: Markup;
  /** On wide screens. */
  hasTwoColumns?: boolean;
  /** Whether it has links to the other pages of members. */
  hasNavigation?: boolean;
  /** A message of success at the top. */
  said?: string | undefined;
  /** Its message is at the top. The answer gets its status. */
  failure?: Failure | undefined;
  foot?: Markup;
};

type Frame = {
  product: Product;
  language: Language;
  texts: Texts;
  /** Without its query. */
  path: string;
};

function navigation({ texts, path }: Frame): Markup {
  const pages = [
    { to: '/me', text: texts.cards.title, isHere: /^\/me(?:\/(?!account)|$)/.test(path) },
    { to: '/members', text: texts.members.title, isHere: path.startsWith('/members') },
    {
      to: '/me/account',
      text: texts.account.title,
      isHere: path.startsWith('/me/account'),
    },
  ];
  const links = pages.map(
    ({ to, text, isHere }) =>
      markup`<a href="${to}"${isHere ? markup` aria-current="true"` : ''}>${text}</a>`,
  );
  return markup`<nav>${links}</nav>`;
}

/** Screen readers say it first. */
function saidAbove({ failure, said }: Page): Markup {
  if (failure !== undefined) {
    const { message, to } = failure;
    const link = to === undefined ? '' : markup`<p><a href="${to}">${to}</a></p>`;
    return markup`<div class="said bad" role="alert"><p>${message}</p>${link}</div>`;
  }
  if (said === undefined) return markup``;
  return markup`<div class="said" role="status"><p>${said}</p></div>`;
}

/** Says first that a form was refused. */
function windowTitle({ title, failure }: Page, { product, texts }: Frame): string {
  const told = failure === undefined ? title : `${texts.problems.error}: ${title}`;
  return told === product.name ? told : `${told} · ${product.name}`;
}

export function documentOf(page: Page, frame: Frame): string {
  const { product, language } = frame;
  const title = windowTitle(page, frame);
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
${styleElement(style)}
</head>
<body${page.hasTwoColumns ? markup` class="wide"` : ''}>
<header>
<a class="product" href="/">${markOf(product)}<bdi>${product.name}</bdi></a>
${page.hasNavigation ? navigation(frame) : ''}
</header>
<main>
${saidAbove(page)}${page.main}
</main>
<footer>${page.foot ?? ''}<p class="operator">${operatorLinks(product, language)}</p></footer>
</body>
</html>
`.toString();
}
