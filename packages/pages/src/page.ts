import {
  type Language,
  type Markup,
  markup,
  markOf,
  type Product,
  styleElement,
} from '@namecard/look';
import type { Failure } from './failure.ts';
import { style } from './style.ts';
import type { Texts } from './texts/texts.ts';

/** A page without its frame. */
export type Page = {
  title: string;
  main: Markup;
  /** Whether it has two columns where there is room. */
  isWide?: boolean;
  /** Where a signed-in member finds the other pages. */
  isMembers?: boolean;
  status?: number;
  /** What is said above all else. */
  said?: string;
  foot?: Markup;
};

type Frame = {
  product: Product;
  language: Language;
  texts: Texts;
  /** Of the page, without its query. */
  path: string;
};

/** The members' own pages. The one that is shown, or that the shown one belongs to, is told apart. */
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

/** The whole document. */
export function documentOf(page: Page, frame: Frame): string {
  const { product, language } = frame;
  const title =
    page.title === product.name ? page.title : `${page.title} · ${product.name}`;
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
<body${page.isWide ? markup` class="wide"` : ''}>
<header>
<a class="product" href="/">${markOf(product)}<bdi>${product.name}</bdi></a>
${page.isMembers ? navigation(frame) : ''}
</header>
<main>
${page.said === undefined ? '' : said(page.said)}${page.main}
</main>
${page.foot === undefined ? '' : markup`<footer>${page.foot}</footer>`}
</body>
</html>
`.toString();
}

/** What a page says above all else: that something was done, or why it was not. */
export const said = (message: string): Markup =>
  markup`<div class="said" role="status"><p>${message}</p></div>`;

export const saidOf = (failure: Failure | undefined): Markup =>
  failure === undefined
    ? markup``
    : markup`<div class="said bad" role="alert"><p>${failure.message}</p></div>`;

/** A page's title, which says so where its form was not taken: it is what a screen reader says first. */
export const titled = (title: string, failure: Failure | undefined, texts: Texts) =>
  failure === undefined ? title : `${texts.problems.error}: ${title}`;
