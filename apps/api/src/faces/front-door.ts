import {
  type Language,
  markup,
  markOf,
  operatorLinks,
  pageStyle,
  type Product,
} from '@namecard/look';
import { cookiesFor, languageFor, textsIn } from '@namecard/pages';
import { addVary } from '@namecard/rest';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Kept, keep, sendKept } from './kept-answers.ts';
import { sandbox } from '../http/security-headers.ts';

const link = (address: string, name: string, what: string) =>
  `<li><a href="${address}">${name}<span>${what}</span></a></li>`;

const whereMailIs = `<p>This service runs in development and sends no mail. Mails are kept in a test mailbox. Its address was printed in the terminal where the service was started. It is also in <code>DATA_DIR/mailbox-url</code> (<code>.data/mailbox-url</code> by default).</p>`;

type Page = {
  language?: Language;
  /** The default is the product's name. */
  heading?: string;
  text: string;
  links?: readonly string[];
  note?: string;
};

const staffLinks = [
  link('/admin/', 'Admin', 'Profiles, users and history, for moderators and admins'),
  link('/docs', 'API reference', 'Every call over REST, described'),
];

function page(product: Product, options: Page): string {
  const { language = 'en', heading, text, links = staffLinks, note = '' } = options;
  const { name } = product;
  const title = heading === undefined ? name : `${heading} · ${name}`;
  return `<!doctype html>
<html lang="${language}">
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
    <footer>${operatorLinks(product, language).toString()}</footer>
  </body>
</html>
`;
}

/** Only browsers ask for HTML. Other programs get the API's answers. */
const isForBrowser = ({ method, headers }: FastifyRequest): boolean =>
  ['GET', 'HEAD'].includes(method) && /\btext\/html\b/i.test(headers.accept ?? '');

/** Paths of parts that answer unknown paths themselves. */
const hasOwnAnswer = /^\/(api|trpc|admin|docs)(?![^/?])/;

const html = 'text/html; charset=utf-8';

type FrontDoor = {
  product: Product;
  showsMailbox: boolean;
  /** Whether there are member pages, which include `/`. */
  hasPages: boolean;
};

/**
 * The page at `/` for browsers. If mail is shown, `/dev/mailbox` explains where
 * to find the mailbox's URL. The admin app tests that path to learn that no mail
 * is sent.
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
    text: 'Anybody who knows it can read everybody’s codes.',
    note: whereMailIs,
  });
  app.get('/dev/mailbox', (_request, reply) => sandbox(reply).type(html).send(signpost));
}

/** The page at a path that does not exist. Operators get their links, members one home. */
function nowhereIn(language: Language, hasPages: boolean): Page {
  const { nowhere, problems } = textsIn(language);
  const home = markup`<li><a href="/">${problems.home}</a></li>`.toString();
  const links = hasPages ? [home] : staffLinks;
  return { language, heading: nowhere.title, text: nowhere.text, links };
}

type Nowhere = {
  product: Product;
  /** The service's public origin. */
  origin: string;
  /** Whether there are member pages. */
  hasPages: boolean;
};

/** Chooses the page of a path that does not exist. Members get it in their language. */
async function keepNowhere({
  product,
  origin,
  hasPages,
}: Nowhere): Promise<(request: FastifyRequest) => Kept> {
  const keepIn = (language: Language) =>
    keep(page(product, nowhereIn(language, hasPages)));
  if (!hasPages) {
    const kept = await keepIn('en');
    return () => kept;
  }
  const kept: Record<Language, Kept> = {
    en: await keepIn('en'),
    de: await keepIn('de'),
    fr: await keepIn('fr'),
    es: await keepIn('es'),
  };
  const site = { product, cookies: cookiesFor(origin) };
  return (request) => kept[languageFor(site, request)];
}

/** Shows browsers a page at unknown paths. */
export async function mountNowhere(
  app: FastifyInstance,
  options: Nowhere,
): Promise<void> {
  const nowhereFor = await keepNowhere(options);
  app.addHook('onRequest', (request, reply, done) => {
    const { is404, url } = request;
    if (is404 && isForBrowser(request) && !hasOwnAnswer.test(url)) {
      sandbox(reply).code(404).type(html);
      sendKept(request, reply, nowhereFor(request), 'no-store');
    } else {
      done();
    }
  });
}
