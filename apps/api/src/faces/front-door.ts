import { markup, type Product, markOf, pageStyle } from '@namecard/look';
import { addVary } from '@namecard/rest';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { keep, sendKept } from '../http/kept-answers.ts';
import { sandbox } from '../http/security-headers.ts';

const link = (address: string, name: string, what: string) =>
  `<li><a href="${address}">${name}<span>${what}</span></a></li>`;

const whereMailIs = `<p>In development no mail is sent: it is in the mailbox. Its address was printed in the terminal where the service was started, and is in <code>DATA_DIR/mailbox-url</code> (<code>.data/mailbox-url</code> by default).</p>`;

type Page = {
  /** Its heading; without one that is the product's name. */
  heading?: string;
  text: string;
  /** In HTML. */
  note?: string;
};

function page(product: Product, { heading, text, note = '' }: Page): string {
  const { name } = product;
  const title = heading === undefined ? name : `${heading} · ${name}`;
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
    ${markup`<title>${title}</title>`.toString()}
    <link rel="icon" href="data:," />
    <style>${pageStyle}</style>
  </head>
  <body>
    <main>
      ${markOf(product).toString()}
      ${markup`<h1>${heading ?? name}</h1>`.toString()}
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

type FrontDoor = {
  product: Product;
  showsMailbox: boolean;
  /** Whether members' pages have one at `/` themselves. */
  hasPages: boolean;
};

/**
 * The page at `/` for browsers. Where mail is shown, `/dev/mailbox` says where to find the
 * mailbox's address, and its being there tells the admin app that no mail is sent.
 */
export async function mountFrontDoor(
  app: FastifyInstance,
  { product, showsMailbox, hasPages }: FrontDoor,
): Promise<void> {
  if (!hasPages) await mountDoor(app, product, showsMailbox);
  if (showsMailbox) mountSignpost(app, product);
}

async function mountDoor(
  app: FastifyInstance,
  product: Product,
  showsMailbox: boolean,
): Promise<void> {
  const door = await keep(
    page(product, {
      text: 'Sign-in by emailed code, user records and public profiles.',
      ...(showsMailbox && { note: whereMailIs }),
    }),
  );
  app.get('/', (request, reply) => {
    addVary(reply, 'Accept');
    if (!isForBrowser(request)) {
      return reply.redirect('/docs');
    }
    sandbox(reply).type(html);
    return sendKept(request, reply, door, 'no-cache');
  });
}

function mountSignpost(app: FastifyInstance, product: Product): void {
  const signpost = page(product, {
    heading: 'The mailbox has a secret address',
    text: 'Anybody who knows it reads everybody’s codes.',
    note: whereMailIs,
  });
  app.get('/dev/mailbox', (_request, reply) => sandbox(reply).type(html).send(signpost));
}

/**
 * A page for browsers at paths that are not there.
 * @param scope of the not-found handler
 */
export async function mountNowhere(
  scope: FastifyInstance,
  product: Product,
): Promise<void> {
  const nowhere = await keep(
    page(product, {
      heading: 'There is nothing at this address',
      text: 'The link may be old, or mistyped.',
    }),
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
