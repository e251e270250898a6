import { commonStyle } from '@namecard/look';

export const mailboxStyle = `${commonStyle}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 32px 16px 64px; max-width: 680px;
  background: var(--canvas); color: var(--ink); font: var(--size-text)/1.5 var(--sans);
}
header { display: grid; grid-template-columns: 1fr auto; gap: 0 16px; align-items: center; margin-bottom: 24px; }
h1 { margin: 0; font-size: var(--size-title); line-height: 28px; font-weight: 600; }
header p { grid-column: 1; margin: 0; color: var(--muted); }
a { color: var(--accent-ink); }
.reload, .copy {
  padding: 8px 12px; border: 1px solid var(--line-strong);
  border-radius: var(--radius); background: var(--surface); color: var(--ink);
  text-decoration: none; white-space: nowrap;
}
.reload { grid-column: 2; grid-row: 1 / span 2; }
.copy { float: right; font: inherit; font-size: var(--size-note); cursor: pointer; }
.reload:hover, .copy:hover { background: var(--sunken); }
a:focus-visible, button:focus-visible, summary:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
article, .empty { padding: 20px 0; border-top: 1px solid var(--line); }
h2 { margin: 0 0 8px; font-size: var(--size-text); line-height: 24px; font-weight: 600; overflow-wrap: anywhere; }
.code {
  margin-right: 8px; font: 600 28px/36px var(--mono); letter-spacing: 2px; white-space: nowrap; color: var(--accent-ink);
  -webkit-user-select: all; user-select: all;
}
.rest { color: var(--muted); font-weight: 400; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 12px; margin: 0 0 12px; font-size: var(--size-note); }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
summary { padding: 8px 0; font-size: var(--size-note); font-weight: 600; cursor: pointer; }
iframe { display: block; width: 100%; height: 580px; margin-bottom: 12px; border: 1px solid var(--line); border-radius: var(--radius); }
pre {
  margin: 0 0 12px; padding: 16px; border-radius: var(--radius); background: var(--sunken);
  font: var(--size-note)/1.6 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere;
}
.empty p { margin: 0 0 12px; color: var(--muted); }
.empty p:last-child { margin: 0; }
@media (max-width: 430px) {
  header { grid-template-columns: 1fr; }
  .reload { grid-column: 1; grid-row: auto; justify-self: start; margin-top: 12px; }
  .code { display: block; font-size: 24px; letter-spacing: 1px; }
  iframe { height: 660px; }
}
`;
