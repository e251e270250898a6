import {
  colonIn,
  fontsOf,
  type Language,
  type Markup,
  mailMark,
  markup,
  operatorLines,
  type Product,
  shadesOf,
  textOn,
} from '@namecard/look';
import type { Message } from '../mailer.ts';

const color = {
  canvas: shadesOf('canvas'),
  surface: shadesOf('surface'),
  line: shadesOf('line'),
  ink: shadesOf('ink'),
  muted: shadesOf('muted'),
  accentInk: shadesOf('accent-ink'),
  accentSoft: shadesOf('accent-soft'),
};

/** Each style goes with the class of its name, for the dark scheme. */
const styles = {
  soft: `font-size: 13px; line-height: 20px; color: ${color.muted.light};`,
  strong: `font-weight: 600; color: ${color.ink.light};`,
  code: `font-family: ${fontsOf('mono')}; font-weight: 600; white-space: nowrap; color: ${color.accentInk.light}; -webkit-user-select: all; user-select: all;`,
  well: `background-color: ${color.accentSoft.light}; border-radius: 6px;`,
};

/** Inline styles can't do the dark scheme and narrow screens. */
const schemes = markup`<style>
@media (max-width: 430px) {
  .gutter { padding: 16px 10px !important; }
  .inset { padding-left: 22px !important; padding-right: 22px !important; }
  .short { font-size: 34px !important; letter-spacing: 4px !important; padding-left: 4px !important; }
  .long { font-size: 20px !important; letter-spacing: 0 !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background-color: ${color.canvas.dark} !important; }
  .card { background-color: ${color.surface.dark} !important; border-color: ${color.line.dark} !important; }
  .well { background-color: ${color.accentSoft.dark} !important; }
  .strong { color: ${color.ink.dark} !important; }
  .code, a { color: ${color.accentInk.dark} !important; }
  .soft { color: ${color.muted.dark} !important; }
}
</style>`;

/** The caller closes it with `</table>`. */
function table(name: string, style: string): Markup {
  return markup`<table role="presentation" class="${name}" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style}">`;
}

const padding = Array.from({ length: 80 }, () => markup`&#847;&zwnj;&nbsp;`);

/** Inboxes show it beside the subject. The padding keeps the body out of it. */
const previewOf = (preview: string): Markup =>
  markup`<div style="display: none; max-height: 0; overflow: hidden; font-size: 1px; line-height: 1px; opacity: 0;">${preview}${padding}</div>`;

/** The mark is a table cell, as a mail loads nothing. */
function sender(product: Product): Markup {
  return markup`<table role="presentation" cellpadding="0" cellspacing="0" border="0">
<tr><td aria-hidden="true" align="center" width="28" height="28" style="width: 28px; height: 28px; border-radius: 7px; background-color: ${product.color}; font-size: 15px; line-height: 28px; font-weight: 600; color: ${textOn(product.color)};">${mailMark(product)}</td>
<td class="strong" style="padding-left: 10px; font-size: 15px; line-height: 28px; ${styles.strong}">${product.name}</td></tr>
</table>`;
}

/** Says below a mail who runs the service, in words. */
function foot(product: Product, language: Language): Markup {
  const lines = operatorLines(product, language);
  if (lines.length === 0) return markup``;
  const rows = lines.map((line) => markup`${line}<br>`);
  return markup`
<div class="soft" style="max-width: 480px; padding: 16px 0 0; font-family: ${fontsOf('sans')}; ${styles.soft}">${rows}</div>`;
}

/** The same for plain text. Empty if nothing is known. */
function textFoot(product: Product, language: Language): string {
  const lines = operatorLines(product, language).map((line) => `${line}\n`);
  return lines.length === 0 ? '' : `\n${lines.join('')}`;
}

/** On its own ground. */
function codeWell(code: string, note: string | undefined): Markup {
  // A long code must fit on one line of a narrow screen.
  const [name, size] =
    code.length <= 8
      ? [
          'short',
          'font-size: 38px; line-height: 46px; letter-spacing: 6px; padding-left: 6px;',
        ]
      : ['long', 'font-size: 25px; line-height: 34px; letter-spacing: 1px;'];
  const below = markup`
<div class="soft" style="padding-top: 6px; ${styles.soft}">${note ?? ''}</div>`;
  return markup`${table('well', styles.well)}
<tr><td align="center" style="padding: 20px 12px 16px; text-align: center;">
<div class="code ${name}" style="${size} ${styles.code}">${code}</div>${note === undefined ? '' : below}
</td></tr>
</table>`;
}

/** Below the first one, for readers whose first one is refused. */
const secondCode = (code: string, note = ''): Markup =>
  markup`<div class="code" style="padding-bottom: 2px; font-size: 18px; line-height: 26px; letter-spacing: 1px; ${styles.code}">${code}</div>
<span style="font-size: 13px;">${note}</span>`;

/**
 * A paragraph, a code, or a link below its words. The plain text and the HTML of a mail are
 * made of the same parts.
 */
export type Part =
  | string
  | { code: string; note?: string }
  | { link: string; words?: string };

function partMarkup(part: Part, isFirstCode: boolean): Markup {
  if (typeof part === 'string') return markup`${part}`;
  if ('link' in part) {
    const words = part.words === undefined ? '' : `${part.words} `;
    return markup`${words}<a href="${part.link}" style="color: ${color.accentInk.light};">${part.link}</a>`;
  }
  return isFirstCode ? codeWell(part.code, part.note) : secondCode(part.code, part.note);
}

function rowsOf(parts: readonly Part[]): Markup[] {
  const firstCode = parts.findIndex((part) => typeof part === 'object' && 'code' in part);
  return parts.map((part, index) => {
    const [above, below] = [index === 0 ? 18 : 12, index === parts.length - 1 ? 32 : 0];
    return markup`<tr><td class="inset soft" style="padding: ${above}px 36px ${below}px; ${styles.soft} font-size: 15px; line-height: 22px;">${partMarkup(part, index === firstCode)}</td></tr>`;
  });
}

function textOf(part: Part): string {
  if (typeof part === 'string') return part;
  if ('link' in part) {
    return part.words === undefined ? part.link : `${part.words}\n${part.link}`;
  }
  const code = `    ${part.code}`;
  return part.note === undefined ? code : `${code}\n\n${part.note}.`;
}

/** The host that mails show: `cards.example.com`. */
export const hostOf = (origin: string): string => URL.parse(origin)?.host ?? origin;

type Framed = {
  product: Product;
  /** Admins read English. */
  language?: Language;
  title: string;
  /** The default is the product's name and the title. */
  subject?: string;
};

/** Inboxes show the first paragraph beside the subject, or what stands below a code. */
function previewText([first = '', ...others]: readonly Part[]): string {
  if (typeof first === 'string') return first;
  return 'note' in first ? `${first.note ?? ''}.` : previewText(others);
}

const subjectOf = ({ name }: Product, language: Language, title: string) =>
  `${name}${colonIn(language)} ${title}`;

export function mailOf(
  {
    product,
    language = 'en',
    title,
    subject = subjectOf(product, language, title),
  }: Framed,
  parts: readonly Part[],
): Omit<Message, 'to'> {
  const html = markup`<!doctype html>
<html lang="${language}" style="color-scheme: light dark;">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="x-apple-disable-message-reformatting">
<title>${title}</title>
${schemes}
</head>
<body class="page" style="margin: 0; padding: 0; background-color: ${color.canvas.light};">
${previewOf(previewText(parts))}
${table('page', `background-color: ${color.canvas.light};`)}
<tr><td align="center" class="gutter" style="padding: 40px 16px;">
${table('card', `max-width: 480px; background-color: ${color.surface.light}; border: 1px solid ${color.line.light}; border-radius: 6px; border-collapse: separate; font-family: ${fontsOf('sans')}; text-align: left;`)}
<tr><td class="inset" style="padding: 32px 36px 0;">
${sender(product)}
</td></tr>
<tr><td class="inset" style="padding: 20px 36px 0;">
<h1 class="strong" style="margin: 0; font-size: 20px; line-height: 26px; ${styles.strong}">${title}</h1>
</td></tr>
${rowsOf(parts)}
</table>${foot(product, language)}
</td></tr>
</table>
</body>
</html>
`.toString();
  const text = `${parts.map(textOf).join('\n\n')}\n${textFoot(product, language)}`;
  return { subject, text, html };
}
