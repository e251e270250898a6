import { hash } from 'node:crypto';
import { commonStyle, compactStyle, type Product } from '@namecard/look';
import { cardStyle } from './card-markup.ts';

/** The same for all pages, so that their policy has one hash. */
export const style = compactStyle(`${commonStyle}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 24px 16px 48px; background: var(--canvas); color: var(--ink);
  font: var(--size-text)/1.5 var(--sans); overflow-wrap: anywhere;
}
header, main, footer { max-width: 480px; margin: 0 auto; }
header {
  display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px;
  margin-bottom: 32px;
}
header svg { display: block; width: 28px; }
header .mark { height: 28px; }
header .product {
  display: flex; align-items: center; gap: 10px; margin-right: auto; color: var(--ink);
  font-weight: 600; text-decoration: none;
}
a { color: var(--accent-ink); text-underline-offset: 3px; }
nav { display: flex; flex-wrap: wrap; gap: 4px 20px; }
nav a { padding: 4px 0; color: var(--muted); font-weight: 500; text-decoration: none; }
nav a:hover { color: var(--ink); }
nav [aria-current] {
  color: var(--ink); text-decoration: underline; text-decoration-color: var(--accent);
  text-decoration-thickness: 2px; text-underline-offset: 7px;
}
h1 {
  margin: 0 0 4px; font-size: 1.5rem; line-height: 1.25; font-weight: 600;
  letter-spacing: -.01em;
}
h2 {
  margin: 40px 0 4px; padding-top: 24px; border-top: 1px solid var(--line);
  font-size: 1.0625rem; font-weight: 600;
}
p { margin: 0; }
.note { color: var(--muted); font-size: var(--size-note); }
.lead { color: var(--muted); }
.lead + .lead, .lead + .note { margin-top: 8px; }
form { margin: 20px 0 0; }
label, legend { display: block; padding: 0; font-weight: 500; }
fieldset { margin: 0; padding: 0; border: 0; }
.group { margin: 32px 0 4px; font-size: 1.0625rem; font-weight: 600; }
.group + .note { margin-bottom: 16px; }
.field { margin-bottom: 20px; }
.field .note { margin: 0 0 6px; }
.note + .field { margin-top: 12px; }
input, textarea {
  display: block; width: 100%; margin-top: 6px; padding: 9px 12px;
  border: 1px solid var(--outline);
  border-radius: var(--radius); background: var(--surface); color: var(--ink);
  font: inherit; font-size: 1rem;
}
textarea { min-height: 120px; resize: vertical; }
[aria-invalid] { border-color: var(--bad); }
.wrong {
  margin: 6px 0 0; color: var(--bad); font-size: var(--size-note); font-weight: 500;
}
.choice {
  display: flex; gap: 10px; align-items: center; min-height: 40px; padding: 4px 0;
}
.choice input {
  flex: none; width: 18px; height: 18px; margin: 0; accent-color: var(--accent);
}
.choice label { font-weight: 400; }
button, .button {
  display: inline-block; min-height: 40px; padding: 8px 16px;
  border: 1px solid var(--accent); border-radius: var(--radius);
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 500;
  text-decoration: none; cursor: pointer;
}
.quiet { border-color: var(--outline); background: var(--surface); color: var(--ink); }
.harm { border-color: var(--bad); background: var(--surface); color: var(--bad); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.said {
  margin: 0 0 20px; padding: 10px 14px; border: 1px solid var(--line-strong);
  border-left: 4px solid var(--accent); border-radius: var(--radius);
  background: var(--surface);
}
.beside .said:first-child, h1 + .said { margin-top: 16px; }
.said.bad { border-left-color: var(--bad); }
.said * + p { margin-top: 8px; }
.card .said { margin: 12px 0; }
.said h2, .said h3 {
  margin: 0; padding: 0; border: 0; font-size: var(--size-text); font-weight: 600;
}
.quoted {
  margin: 8px 0 0; padding-left: 12px; border-left: 2px solid var(--line-strong);
  white-space: pre-wrap;
}
.member { display: flex; align-items: center; gap: 14px; padding: 12px 0; }
.member a {
  display: block; color: var(--ink); font-weight: 600; text-decoration: none;
}
.member a:hover { text-decoration: underline; }
.front h1 { margin: 24px 0 20px; font-size: 1.75rem; letter-spacing: -.02em; }
/* Letters may carry any number of marks, which must not cover what others wrote. */
.member, .member a, .said, .lead, figcaption { overflow: hidden; }
.search { display: flex; flex-wrap: wrap; align-items: end; gap: 8px; margin: 24px 0; }
.search .field { flex: 1 1 220px; margin: 0; }
.search:has(.wrong) { align-items: center; }
.search button { min-height: 44px; }
.member .initial { flex: none; width: 44px; height: 44px; font-family: var(--sans); }
.member div { min-width: 0; }
.shown { margin-top: 40px; }
details { margin-top: 40px; padding-top: 24px; border-top: 1px solid var(--line); }
summary { font-size: 1.0625rem; font-weight: 600; cursor: pointer; }
.apart { margin-top: 56px; padding-top: 20px; border-top: 1px solid var(--line); }
.apart a { color: var(--bad); }
figure { width: fit-content; margin: 16px 0 0; }
figcaption { margin-top: 6px; text-align: center; font-weight: 600; }
.qr {
  overflow: hidden; width: 200px; max-width: 100%;
  border: 1px solid var(--line); border-radius: var(--radius);
}
.qr svg { display: block; shape-rendering: crispEdges; }
ul { margin: 16px 0 0; padding: 0; list-style: none; }
li { padding: 10px 0; border-top: 1px solid var(--line); }
.row {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between;
  gap: 8px 16px;
}
.row form { margin: 0; }
.actions {
  display: flex; flex-wrap: wrap; align-items: center; gap: 12px 16px; margin-top: 20px;
}
.actions form { margin: 0; }
footer { margin-top: 56px; color: var(--muted); font-size: var(--size-note); }
footer a { color: inherit; }
.languages { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0 0 12px; }
.languages button {
  min-height: 28px; padding: 0; border: 0; background: none; color: inherit;
  font-weight: 400; text-decoration: underline; text-underline-offset: 3px;
}
.languages [aria-current] { color: var(--ink); text-decoration: none; }
main .languages { margin-top: 8px; color: var(--accent-ink); }
code { font-family: var(--mono); }
@media (min-width: 1000px) {
  .wide header, .wide main, .wide footer { max-width: 1000px; }
  .beside {
    display: grid; grid-template-columns: 480px 1fr; gap: 40px; align-items: start;
  }
  .beside .shown { margin-top: 20px; }
}
${cardStyle}`);

/**
 * Allows this style, the font, images in data URLs, the operator's mark, and forms to
 * this service. No scripts, no frames. No sandbox: a sandboxed page has no origin, so
 * the service would refuse its forms.
 */
export const policyFor = ({ hasLogo }: Product): string =>
  [
    "default-src 'none'",
    "script-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    `img-src${hasLogo ? " 'self'" : ''} data:`,
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
