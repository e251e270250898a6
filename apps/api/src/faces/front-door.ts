import { addVary } from '@namecard/rest';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { keep, sendKept } from '../http/kept-answers.ts';
import { pageStyle } from './page-style.ts';
import { sandbox } from '../http/security-headers.ts';

const mark = `<svg aria-hidden="true" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#4f46e5"/><rect x="6.5" y="9" width="19" height="14" rx="3" fill="none" stroke="#fff" stroke-width="2"/><circle cx="12.25" cy="14.5" r="2" fill="#fff"/><path d="M17 14h5M17 18h5M10 18.75h4.5" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>`;

const link = (address: string, name: string, what: string) =>
  `<li><a href="${address}">${name}<span>${what}</span></a></li>`;

const whereMailIs = `<p>In development no mail is sent: it is in the mailbox. Its address was printed in the terminal where the service was started, and is in <code>DATA_DIR/mailbox-url</code> (<code>.data/mailbox-url</code> by default).</p>`;

function page(title: string, text: string, note = ''): string {
  const links = [
    link('/admin/', 'Admin', 'Profiles, users and history, for moderators and admins'),
    link('/docs', 'API reference', 'Every call over REST, described'),
  ];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
    <style>${pageStyle}</style>
  </head>
  <body>
    <main>
      ${mark}
      <h1>${title}</h1>
      <p>${text}</p>
      <ul>${links.join('')}</ul>
      ${note}
    </main>
  </body>
</html>
`;
}

/** Browsers alone ask for HTML. Programs go on being answered as the API answers. */
const isForBrowser = ({ method, headers }: FastifyRequest): boolean =>
  ['GET', 'HEAD'].includes(method) && /\btext\/html\b/i.test(headers.accept ?? '');

/** What answers for itself at paths that it does not know. */
const hasOwnAnswer = /^\/(api|trpc|admin|docs)(?![^/?])/;

const html = 'text/html; charset=utf-8';

/**
 * The page at `/` for browsers. Where mail is shown, `/dev/mailbox` says where to find the
 * mailbox's address, and its being there tells the admin app that no mail is sent.
 */
export async function mountFrontDoor(
  app: FastifyInstance,
  { showsMailbox }: { showsMailbox: boolean },
): Promise<void> {
  const what = 'Sign-in by emailed code, user records and public profiles.';
  const door = await keep(page('Namecard', what, showsMailbox ? whereMailIs : ''));
  app.get('/', (request, reply) => {
    addVary(reply, 'Accept');
    if (!isForBrowser(request)) {
      return reply.redirect('/docs');
    }
    sandbox(reply).type(html);
    return sendKept(request, reply, door, 'no-cache');
  });
  if (showsMailbox) {
    const signpost = page(
      'The mailbox has a secret address',
      'Whoever knows it reads the codes of everybody.',
      whereMailIs,
    );
    app.get('/dev/mailbox', (_request, reply) =>
      sandbox(reply).type(html).send(signpost),
    );
  }
}

/**
 * A page for browsers at paths that are not there.
 * @param scope of the not-found handler
 */
export async function mountNowhere(scope: FastifyInstance): Promise<void> {
  const nowhere = await keep(
    page('There is nothing at this address', 'The link may be old, or mistyped.'),
  );
  scope.addHook('onRequest', (request, reply, done) => {
    if (isForBrowser(request) && !hasOwnAnswer.test(request.url)) {
      sandbox(reply).code(404).type(html);
      sendKept(request, reply, nowhere, 'no-store');
    } else {
      done();
    }
  });
}
