import { type Markup, markup } from '@namecard/look';
import { mailFrame, styles, table } from './frame.ts';
import type { ShownCode, SignInContent } from './sign-in-content.ts';

/** The HTML form of the sign-in mail. */
export function signInHtml({
  product,
  title,
  main,
  fallback,
  origin,
}: SignInContent): string {
  const more = fallback === undefined ? '' : ' If it is refused, a longer one is inside.';
  return mailFrame({
    product,
    title: `Your ${title}`,
    preview: `Good ${main.until}.${more}`,
    rows: [
      markup`<tr><td class="inset" style="padding: 18px 36px 0;">
${mainCode(main)}
</td></tr>`,
      ...(fallback === undefined ? [] : [fallbackCode(fallback)]),
      markup`<tr><td class="inset" style="padding: 28px 36px 32px;">
${advice(origin)}
</td></tr>`,
    ],
  });
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
  return markup`${table('well', styles.well)}
<tr><td align="center" style="padding: 20px 12px 16px; text-align: center;">
<div class="code ${name}" style="${size} ${styles.code}">${main.code}</div>
<div class="soft" style="padding-top: 6px; ${styles.soft}">Good ${main.until}</div>
</td></tr>
</table>`;
}

function fallbackCode(fallback: ShownCode): Markup {
  return markup`<tr><td class="inset soft" style="padding: 22px 36px 0; ${styles.soft}">
If the short one is refused, enter this one instead:
<div class="code" style="padding: 6px 0 2px; font-size: 18px; line-height: 26px; letter-spacing: 1px; ${styles.code}">${fallback.code}</div>
Good ${fallback.until}
</td></tr>`;
}

function advice(origin: string): Markup {
  return markup`${table('', '')}
<tr><td class="rule soft" style="${styles.rule} padding-top: 20px; ${styles.soft}">
<p style="margin: 0 0 12px;">Asked for on ${origin}.</p>
<p style="margin: 0;"><strong class="strong" style="${styles.strong}">Not you?</strong> There is nothing to do: ignore this mail, and nobody can sign in without a code from it. Never pass a code on: we never ask for one.</p>
</td></tr>
</table>`;
}
