import { markup } from '../markup.ts';

/** The look of the mailbox page, light and dark. */
export const mailboxStyle = markup`<style>
:root {
  color-scheme: light dark;
  --page: light-dark(#fafafa, #0c0c0f);
  --card: light-dark(#ffffff, #141418);
  --well: light-dark(#f4f4f5, #1f1f25);
  --line: light-dark(#e4e4e7, #2a2a31);
  --strong: light-dark(#18181b, #f4f4f5);
  --soft: light-dark(#63636c, #a1a1aa);
  --link: light-dark(#4338ca, #a5b0fc);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 32px 16px 64px; max-width: 680px;
  background: var(--page); color: var(--strong);
  font: 15px/1.5 -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;
}
header { display: grid; grid-template-columns: 1fr auto; gap: 0 16px; align-items: center; margin-bottom: 24px; }
h1 { margin: 0; font-size: 22px; line-height: 30px; }
header p { grid-column: 1; margin: 0; color: var(--soft); }
a { color: var(--link); }
.reload, .copy {
  padding: 8px 14px; border: 1px solid var(--line);
  border-radius: 8px; background: var(--card); color: var(--strong);
  text-decoration: none; white-space: nowrap;
}
.reload { grid-column: 2; grid-row: 1 / span 2; }
.copy { float: right; font: inherit; font-size: 14px; cursor: pointer; }
.reload:hover, .copy:hover { background: var(--well); }
a:focus-visible, button:focus-visible, summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
article, .empty {
  margin-bottom: 16px; padding: 20px 24px; border: 1px solid var(--line); border-radius: 14px;
  background: var(--card);
}
h2 { margin: 0 0 8px; font-size: 16px; line-height: 24px; overflow-wrap: anywhere; }
.code {
  margin-right: 8px; font: 600 28px/36px var(--mono); letter-spacing: 2px; white-space: nowrap; color: var(--link);
  -webkit-user-select: all; user-select: all;
}
.rest { color: var(--soft); font-weight: 400; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; margin: 0 0 14px; font-size: 14px; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
details { border-top: 1px solid var(--line); }
details:last-child { margin-bottom: -12px; }
summary { padding: 10px 0; font-size: 14px; font-weight: 600; cursor: pointer; }
iframe { display: block; width: 100%; height: 580px; margin-bottom: 12px; border: 1px solid var(--line); border-radius: 10px; }
pre {
  margin: 0 0 12px; padding: 16px; border-radius: 10px; background: var(--well);
  font: 13px/1.6 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere;
}
.empty p { margin: 0 0 12px; color: var(--soft); }
.empty p:last-child { margin: 0; }
@media (max-width: 430px) {
  body { padding: 20px 10px 40px; }
  header { grid-template-columns: 1fr; }
  .reload { grid-column: 1; grid-row: auto; justify-self: start; margin-top: 12px; }
  article, .empty { padding: 16px; }
  .code { display: block; font-size: 24px; letter-spacing: 1px; }
  iframe { height: 660px; }
}
</style>`;
