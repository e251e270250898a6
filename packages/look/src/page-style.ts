import { fontFrom, tokens } from './tokens.ts';

export const fontPath = '/look/inter.woff2';

/** Removes comments and line breaks, because each page contains the style. */
export const compactStyle = (css: string): string =>
  css.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/\s+/g, ' ');

const lightShades = [...tokens.matchAll(/(--[\w-]+: )light-dark\(([^,]+)/g)]
  .map(([, name, light]) => `${name}${light};`)
  .join(' ');

/** Older iPhones keep a Safari before 17.5, which does not know `light-dark`. */
export const commonStyle = compactStyle(`${tokens}${fontFrom(fontPath)}
@supports not (color: light-dark(#000, #fff)) {
  :root { color-scheme: light; ${lightShades} }
}
html { -webkit-text-size-adjust: 100%; }
.mark {
  display: block; width: auto; max-width: 160px; object-fit: contain;
  border-radius: 4px; background: var(--mark-ground); color-scheme: light;
}
`);

/** A narrow column, for public pages. */
export const pageStyle = compactStyle(`${commonStyle}
* { box-sizing: border-box; }
body {
  margin: 0; padding: max(48px, 12vh) 16px 32px; background: var(--canvas);
  color: var(--ink);
  font: var(--size-text)/1.5 var(--sans);
}
main { max-width: 480px; margin: auto; }
svg { display: block; width: 40px; }
.mark { height: 40px; }
h1 {
  margin: 20px 0 4px; font-size: var(--size-title); line-height: 1.25; font-weight: 600;
  letter-spacing: -.01em;
}
p { margin: 0; color: var(--muted); }
ul { margin: 28px 0 0; padding: 0; list-style: none; }
li { border-top: 1px solid var(--line); }
li:last-child { border-bottom: 1px solid var(--line); }
ul + p { margin-top: 24px; font-size: var(--size-note); }
code { color: var(--ink); font-family: var(--mono); overflow-wrap: anywhere; }
a {
  display: block; padding: 12px 0; border-radius: var(--radius);
  color: var(--accent-ink); font-weight: 500; text-decoration: none;
}
a:hover { text-decoration: underline; }
a:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
span {
  display: block; color: var(--muted); font-size: var(--size-note); font-weight: 400;
}
footer {
  max-width: 480px; margin: 20px auto 0; color: var(--muted); font-size: var(--size-note);
}
footer a {
  display: inline; padding: 0; color: inherit; font-weight: 400;
  text-decoration: underline;
}
`);
