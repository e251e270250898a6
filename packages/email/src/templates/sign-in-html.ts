import { type Markup, markup } from '@namecard/look';
import { mailFrame, styles, table } from './frame.ts';
import type { ShownCode, SignInContent } from './sign-in-content.ts';

type Texts = SignInContent['texts'];

export function signInHtml({
  product,
  language,
  texts,
  main,
  fallback,
  askedFor,
}: SignInContent): string {
  const more = fallback === undefined ? '' : ` ${texts.longerInside}`;
  return mailFrame({
    product,
    language,
    title: texts.heading,
    preview: `${main.good}.${more}`,
    rows: [
      markup`<tr><td class="inset" style="padding: 18px 36px 0;">
${mainCode(main)}
</td></tr>`,
      ...(fallback === undefined ? [] : [fallbackCode(fallback, texts)]),
      markup`<tr><td class="inset" style="padding: 28px 36px 32px;">
${advice(askedFor, texts)}
</td></tr>`,
    ],
  });
}

function mainCode(main: ShownCode): Markup {
  // A long code must fit on one line of a narrow screen.
  const [name, size] =
    main.code.length <= 8
      ? [
          'short',
          'font-size: 38px; line-height: 46px; letter-spacing: 6px; padding-left: 6px;',
        ]
      : ['long', 'font-size: 25px; line-height: 34px; letter-spacing: 1px;'];
  return markup`${table('well', styles.well)}
<tr><td align="center" style="padding: 20px 12px 16px; text-align: center;">
<div class="code ${name}" style="${size} ${styles.code}">${main.code}</div>
<div class="soft" style="padding-top: 6px; ${styles.soft}">${main.good}</div>
</td></tr>
</table>`;
}

function fallbackCode(fallback: ShownCode, { instead }: Texts): Markup {
  return markup`<tr><td class="inset soft" style="padding: 22px 36px 0; ${styles.soft}">
${instead}
<div class="code" style="padding: 6px 0 2px; font-size: 18px; line-height: 26px; letter-spacing: 1px; ${styles.code}">${fallback.code}</div>
${fallback.good}
</td></tr>`;
}

function advice(askedFor: string, { notYou, advice: what }: Texts): Markup {
  return markup`${table('', '')}
<tr><td class="rule soft" style="${styles.rule} padding-top: 20px; ${styles.soft}">
<p style="margin: 0 0 12px;">${askedFor}</p>
<p style="margin: 0;"><strong class="strong" style="${styles.strong}">${notYou}</strong> ${what}</p>
</td></tr>
</table>`;
}
