import {
  colonIn,
  dotted,
  type Language,
  type Markup,
  markup,
  markOf,
  operatorLinks,
  type Product,
  styleElement,
} from '@namecard/look';
import type { Failure } from './failure.ts';
import { languageButtons } from './language-buttons.ts';
import type { Onward } from './onward.ts';
import { style } from './style.ts';
import type { Texts } from './texts/texts.ts';

/** A page without header and document. */
export type Page = {
  /** Of the window, and the heading. */
  title: string;
  /** Whether `main` has its own heading. */
  isHeaded?: true;
  main: Markup;
  /** On wide screens. */
  hasTwoColumns?: boolean;
  /** A message at the top. */
  said?: string | undefined;
  /** Its message is at the top. The answer gets its status. */
  failure?: Failure | undefined;
  /** The answer's status. Default: the failure's, or 200. */
  status?: number;
  /** A link at the foot. */
  foot?: Markup;
  /** What its form shows that is not stored. */
  typed?: Onward | undefined;
};

type Frame = {
  product: Product;
  language: Language;
  texts: Texts;
  /** The session's. With it the page has links to the member's pages. */
  token: string | undefined;
  /** Without its query. */
  path: string;
  /** The address that shows the page again. */
  again: string;
  /** What the form before this page did, such as "Saved". */
  done: string | undefined;
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
      markup`<a href="${to}"${isHere ? markup` aria-current="page"` : ''}>${text}</a>`,
  );
  return markup`<nav>${links}</nav>`;
}

/** Screen readers say it first. */
function saidAbove({ failure, said }: Page, { done }: Frame): Markup {
  if (failure?.message === '') return markup``;
  if (failure !== undefined) {
    const { message, to } = failure;
    const link = to === undefined ? '' : markup`<p><a href="${to}">${to}</a></p>`;
    return markup`<div class="said bad" role="alert"><p>${message}</p>${link}</div>`;
  }
  const told = said ?? (done === undefined ? '' : `${done}.`);
  if (told === '') return markup``;
  return markup`<div class="said" role="status"><p>${told}</p></div>`;
}

/** Says first what became of the form before: screen readers begin with the title. */
function windowTitle({ title, failure, said }: Page, frame: Frame): string {
  const { product, texts, language } = frame;
  const done = said === undefined ? frame.done : undefined;
  const first = failure === undefined ? done : texts.problems.error;
  const told = first === undefined ? title : `${first}${colonIn(language)} ${title}`;
  return title === product.name ? told : `${told} · ${product.name}`;
}

function footLinks(page: Page, { product, language, texts }: Frame): Markup {
  const report = markup`<a href="/report">${texts.report.anyTitle}</a>`;
  const links = [report, operatorLinks(product, language), page.foot ?? markup``];
  return markup`<p>${dotted(links)}</p>`;
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
${frame.token === undefined ? '' : navigation(frame)}
</header>
<main>
${saidAbove(page, frame)}${page.isHeaded ? '' : markup`<h1>${page.title}</h1>`}
${page.main}
</main>
<footer>${languageButtons(frame, frame.again, page.typed)}${footLinks(page, frame)}</footer>
</body>
</html>
`.toString();
}
