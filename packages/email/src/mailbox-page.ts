import type { Message } from './mailer.ts';
import { mailboxStyle } from './mailbox-style.ts';
import { type Markup, markup, type Product, styleElement } from '@namecard/look';

/** `at` is ISO 8601 in UTC. */
export type MailboxMail = Message & { id: string; at: string };

/** Copies codes. Reloads if there is no mail, and if the page is shown again. */
export const mailboxScript = `const empty = document.querySelector('article') === null;
if (empty) {
  setTimeout(() => location.reload(), 5000);
}
addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') {
    location.reload();
  }
});
for (const button of document.querySelectorAll('.copy')) {
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.value);
    button.textContent = 'Copied';
  });
}
`;

/**
 * Newest mail first. A frame without permissions shows a mail's HTML.
 * @param script the address of `mailboxScript`
 */
export function mailboxPage(
  mails: readonly MailboxMail[],
  script: string,
  { name }: Pick<Product, 'name'>,
): string {
  const newestFirst = mails.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const empty = newestFirst.length === 0;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${empty ? 'Mailbox' : `Mailbox (${newestFirst.length})`} · ${name}</title>
${styleElement(mailboxStyle)}
<script src="${script}" defer></script>
</head>
<body>
<header>
<h1>Mailbox</h1>
<p>Development only: no mail leaves this machine.</p>
${empty ? '' : markup`<a class="reload" href="">Look again</a>`}
</header>
<main>
${empty ? emptyState : newestFirst.map((mail, index) => article(mail, index === 0))}
</main>
</body>
</html>
`.toString();
}

const emptyState = markup`<section class="empty">
<h2>No mail yet</h2>
<p>Ask for a code in the admin app at <a href="/admin/">/admin/</a>, or over the API:</p>
<pre>POST /api/v1/auth/send-code
Content-Type: application/json

{ "email": "you@example.com" }</pre>
<p>The mail appears here by itself: this page looks again every 5 seconds.</p>
</section>`;

function article(mail: MailboxMail, open: boolean): Markup {
  // Only one of the `details` with the same name is open: no script needed.
  const name = `view-${mail.id}`;
  return markup`<article>
${heading(mail.subject)}
<dl>
<dt>To</dt><dd>${mail.to}</dd>
<dt>At</dt><dd><time datetime="${mail.at}">${shownTime(mail.at)}</time></dd>
</dl>
<details name="${name}"${open ? markup` open` : ''}>
<summary>HTML</summary>
<iframe sandbox="" loading="lazy" title="The mail to ${mail.to} as HTML" srcdoc="${mail.html}"></iframe>
</details>
<details name="${name}">
<summary>Text</summary>
<pre>${mail.text}</pre>
</details>
</article>
`;
}

const codeFirst = /^(\d{6,8}|[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}) (.+)$/;

function heading(text: string): Markup {
  const [, code, rest] = codeFirst.exec(text) ?? [];
  if (code === undefined || rest === undefined) return markup`<h2>${text}</h2>`;
  return markup`<button class="copy" value="${code}" aria-label="Copy ${code}">Copy</button>
<h2><span class="code">${code}</span> <span class="rest">${rest}</span></h2>`;
}

function shownTime(at: string): string {
  return `${at.slice(0, 19).replace('T', ' ')} UTC`;
}
