import { type Markup, markup } from '@namecard/look';
import { codeWell, mailFrame, styles, table } from './frame.ts';
import type { ShownCode, SignInContent } from './sign-in-content.ts';

type Texts = SignInContent['texts'];

export function signInHtml({
  product,
  language,
  texts,
  main,
  fallback,
  where,
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
${codeWell(main.code, main.good)}
</td></tr>`,
      ...(fallback === undefined ? [] : [fallbackCode(fallback, texts)]),
      markup`<tr><td class="inset" style="padding: 28px 36px 32px;">
${advice([where, askedFor], texts)}
</td></tr>`,
    ],
  });
}

function fallbackCode(fallback: ShownCode, { instead }: Texts): Markup {
  return markup`<tr><td class="inset soft" style="padding: 22px 36px 0; ${styles.soft}">
${instead}
<div class="code" style="padding: 6px 0 2px; font-size: 18px; line-height: 26px; letter-spacing: 1px; ${styles.code}">${fallback.code}</div>
${fallback.good}
</td></tr>`;
}

function advice(said: readonly string[], { notYou, advice: what }: Texts): Markup {
  return markup`${table('', '')}
<tr><td class="rule soft" style="${styles.rule} padding-top: 20px; ${styles.soft}">
${said.map((text) => markup`<p style="margin: 0 0 12px;">${text}</p>`)}
<p style="margin: 0;"><strong class="strong" style="${styles.strong}">${notYou}</strong> ${what}</p>
</td></tr>
</table>`;
}
