import { markup } from '../markup.ts';
import type { Markup } from '../markup.ts';
import { initialOf, textOn } from '../product.ts';
import { signInStyle } from './sign-in-style.ts';
import type { ShownCode, SignInContent } from './sign-in-content.ts';

const sans =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const mono = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Courier New', monospace";
const code = `font-family: ${mono}; font-weight: 600; white-space: nowrap; color: #4338ca; -webkit-user-select: all; user-select: all;`;
const soft = 'font-size: 14px; line-height: 21px; color: #63636c;';

/**
 * The HTML form of the sign-in mail: one narrow table with inline styles, which is what mail clients
 * agree on. The classes only serve the dark scheme and narrow screens, where a client knows them.
 */
export function signInHtml(content: SignInContent): string {
  const { title, main, fallback } = content;
  return markup`<!doctype html>
<html lang="en" style="color-scheme: light dark;">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="x-apple-disable-message-reformatting">
<title>Your ${title}</title>
${signInStyle}
</head>
<body class="page" style="margin: 0; padding: 0; background-color: #fafafa;">
${preheader(content)}
${table('page', 'background-color: #fafafa;')}
<tr><td align="center" class="gutter" style="padding: 40px 16px;">
${table('card', `max-width: 480px; background-color: #ffffff; border: 1px solid #e4e4e7; border-radius: 14px; border-collapse: separate; font-family: ${sans}; text-align: left;`)}
<tr><td class="inset" style="padding: 32px 36px 0;">
${sender(content)}
</td></tr>
<tr><td class="inset" style="padding: 20px 36px 0;">
<h1 class="strong" style="margin: 0; font-size: 19px; line-height: 26px; font-weight: 600; color: #18181b;">Your ${title}</h1>
</td></tr>
<tr><td class="inset" style="padding: 18px 36px 0;">
${mainCode(main)}
</td></tr>
${fallback === undefined ? '' : fallbackCode(fallback)}
<tr><td class="inset" style="padding: 28px 36px 32px;">
${advice(content)}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.toString();
}

function table(name: string, style: string): Markup {
  return markup`<table role="presentation" class="${name}" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style}">`;
}

/** The line an inbox shows beside the subject, padded so that no text of the body follows it there. */
function preheader({ main, fallback }: SignInContent): Markup {
  const more = fallback === undefined ? '' : ' If it is refused, a longer one is inside.';
  return markup`<div style="display: none; max-height: 0; overflow: hidden; font-size: 1px; line-height: 1px; opacity: 0;">Good ${main.until}.${more}${padding}</div>`;
}

const padding = Array.from({ length: 80 }, () => markup`&#847;&zwnj;&nbsp;`);

/** The sender's mark and name. The mark is drawn by the table itself: a mail loads nothing. */
function sender({ product }: SignInContent): Markup {
  return markup`<table role="presentation" cellpadding="0" cellspacing="0" border="0">
<tr><td aria-hidden="true" align="center" width="28" height="28" style="width: 28px; height: 28px; border-radius: 7px; background-color: ${product.color}; font-size: 16px; line-height: 28px; font-weight: 700; color: ${textOn(product.color)};">${initialOf(product)}</td>
<td class="strong" style="padding-left: 10px; font-size: 15px; line-height: 28px; font-weight: 600; color: #18181b;">${product.name}</td></tr>
</table>`;
}

function mainCode(main: ShownCode): Markup {
  // A long code in the short one's place must still fit a narrow screen on one line.
  const [name, size] =
    main.code.length <= 8
      ? [
          'short',
          'font-size: 38px; line-height: 46px; letter-spacing: 6px; padding-left: 6px;',
        ]
      : ['long', 'font-size: 25px; line-height: 34px; letter-spacing: 1px;'];
  return markup`${table('well', 'background-color: #eef2ff; border-radius: 10px;')}
<tr><td align="center" style="padding: 20px 12px 16px; text-align: center;">
<div class="code ${name}" style="${size} ${code}">${main.code}</div>
<div class="soft" style="padding-top: 6px; ${soft}">Good ${main.until}</div>
</td></tr>
</table>`;
}

function fallbackCode(fallback: ShownCode): Markup {
  return markup`<tr><td class="inset soft" style="padding: 22px 36px 0; ${soft}">
If the short one is refused, enter this one instead:
<div class="code" style="padding: 6px 0 2px; font-size: 18px; line-height: 26px; letter-spacing: 1px; ${code}">${fallback.code}</div>
Good ${fallback.until}
</td></tr>`;
}

function advice({ origin }: SignInContent): Markup {
  return markup`${table('', '')}
<tr><td class="rule soft" style="border-top: 1px solid #e4e4e7; padding-top: 20px; ${soft}">
<p style="margin: 0 0 12px;">Asked for on ${origin}.</p>
<p style="margin: 0;"><strong class="strong" style="font-weight: 600; color: #18181b;">Not you?</strong> There is nothing to do: ignore this mail, and nobody can sign in without a code from it. Never pass a code on: we never ask for one.</p>
</td></tr>
</table>`;
}
