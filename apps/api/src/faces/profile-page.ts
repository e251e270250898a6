import { hash } from 'node:crypto';
import {
  compactStyle,
  dotted,
  markup,
  markOf,
  operatorLinks,
  pageStyle,
} from '@namecard/look';
import {
  cardMarkup,
  cardStyle,
  failureOf,
  nameOf,
  type Profile,
  type Texts,
  textsIn,
  toldBy,
} from '@namecard/pages';
import { isUnchanged } from '@namecard/rest';
import { appErrorFrom, createCaller } from '@namecard/router';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ShownProduct } from './admin.ts';
import type { CreateContext } from './rest.ts';

const style = compactStyle(`${pageStyle}
body { padding-top: 32px; }
${cardStyle}
main:has(.card) + footer { text-align: center; }
footer .mark { height: 24px; margin: 12px auto 4px; }
`);

/** No scripts, forms, frames or loaded images. Links may open new tabs. */
const policyFor = ({ hasLogo }: ShownProduct): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    `img-src${hasLogo ? " 'self'" : ''} data:`,
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; ');

type Markup = ReturnType<typeof markup>;

type Options = {
  createContext: CreateContext;
  /** Without a trailing slash. */
  origin: string;
  product: ShownProduct;
  /** What members' pages add to a card; undefined without them. */
  memberPages: { takesNewcomers: boolean } | undefined;
  isIndexed: boolean;
  /** The degrees to which locations are rounded. */
  precision: number;
};

function whole(
  { product }: Pick<Options, 'product'>,
  head: Markup,
  main: Markup,
  links: readonly Markup[] = [],
): string {
  const name =
    product.url === undefined
      ? markup`<bdi>${product.name}</bdi>`
      : markup`<a href="${product.url}"><bdi>${product.name}</bdi></a>`;
  const mark = product.hasLogo ? markOf(product).toString() : '';
  const foot = dotted([...links, name, operatorLinks(product, product.language)]);
  return `<!doctype html>
<html lang="${product.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<style>${style}</style>
${head.toString()}
</head>
<body>
<main>
${main.toString()}
</main>
<footer>${mark}${foot.toString()}</footer>
</body>
</html>
`;
}

/** At most 200 characters, without line breaks and direction marks. */
function summaryOf(text: string): string {
  const characters = Array.from(
    text.replace(/\p{Bidi_Control}/gu, '').replace(/\s+/g, ' '),
  );
  if (characters.length > 200) {
    return `${characters.slice(0, 199).join('')}…`;
  }
  return characters.join('');
}

function profilePage(profile: Profile, texts: Texts, options: Options): string {
  const { username } = profile;
  const name = nameOf(profile);
  const { rest } = toldBy(profile);
  const { origin, product, isIndexed, memberPages } = options;
  const address = `${origin}/@${username}`;
  const summary = summaryOf(rest.trim() || `@${username} · ${product.name}`);
  const head = markup`<title>${name} · ${product.name}</title>
${isIndexed ? '' : markup`<meta name="robots" content="noindex">`}
<link rel="canonical" href="${address}">
<meta name="description" content="${summary}">
<meta property="og:type" content="profile">
<meta property="og:title" content="${name}">
<meta property="og:description" content="${summary}">
<meta property="og:url" content="${address}">
<meta property="og:site_name" content="${product.name}">
<meta property="profile:username" content="${username}">`;
  const links = [
    ...(memberPages?.takesNewcomers
      ? [markup`<a href="/">${texts.card.invite}</a>`]
      : []),
    markup`<a href="/sign-in">${texts.signIn.title}</a>`,
    markup`<a href="/report/${username}">${texts.report.title(username)}</a>`,
  ];
  return whole(
    options,
    head,
    cardMarkup(profile, texts, { heading: 'h1', precision: options.precision }),
    memberPages ? links : [],
  );
}

function problemPage(title: string, text: string, options: Options): string {
  const { product, memberPages } = options;
  const { home } = textsIn(product.language).problems;
  const start = memberPages && markup`<ul><li><a href="/">${home}</a></li></ul>`;
  return whole(
    options,
    markup`<title>${title} · ${product.name}</title><meta name="robots" content="noindex">`,
    markup`${markOf(product)}<h1>${title}</h1><p>${text}</p>${start ?? ''}`,
  );
}

const begin = (reply: FastifyReply, { product }: Options): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policyFor(product));

/** The card as strangers see it, whatever token the request has. */
async function read(
  request: FastifyRequest,
  username: string,
  { createContext }: Options,
): Promise<Profile | undefined> {
  const context = createContext(request);
  const call = { ...context.call, authorization: undefined };
  try {
    return (await createCaller({ ...context, call }).profiles.read({ username })).data
      .profile;
  } catch (error) {
    if (appErrorFrom(error).reason === 'PROFILE_NOT_FOUND') return undefined;
    throw error;
  }
}

type Named = { Params: { username: string } };

/**
 * Programs encode the `@`, or join an origin that ends with a slash. East Asian keyboards
 * write `＠`. The router compares the decoded text.
 */
const respelt = ['/:username(^[@＠].+$)', '//:username(^[@＠].+$)'];

/**
 * What programs take into a link, and no username ends with: `See /@ann.` It begins only
 * behind a letter or at the start, because else the time grows with the square of the length.
 */
const punctuation = /(?<![^\w-])[^\w-]+$/;

const pathOf = (username: string) => `/@${encodeURIComponent(username)}`;

/** The page at `/@username`. A hidden card looks like one that does not exist. */
export async function mountProfilePage(
  app: FastifyInstance,
  options: Options,
): Promise<void> {
  const texts = textsIn(options.product.language);
  const nowhere = problemPage(texts.nowhere.title, texts.nowhere.text, options);
  await app.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => {
      const { status, message, retryAfter } = failureOf(error, texts);
      if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
      void begin(reply, options).code(status);
      return reply.send(problemPage(texts.problems.title, message, options));
    });
    for (const path of respelt) {
      scope.get<Named>(path, ({ params }, reply) =>
        reply.redirect(pathOf(params.username.slice(1).replace(punctuation, '')), 301),
      );
    }
    scope.get<Named>(
      '/@:username',
      { config: { runsCalls: true } },
      async (request, reply) => {
        const named = request.params.username.replace(punctuation, '');
        if (named !== '' && named !== request.params.username) {
          return reply.redirect(pathOf(named), 301);
        }
        const profile = await read(request, request.params.username, options);
        void begin(reply, options);
        if (!profile) return reply.code(404).send(nowhere);
        const page = profilePage(profile, texts, options);
        void reply.header('cache-control', 'no-cache');
        return isUnchanged(request, reply, page) ? undefined : page;
      },
    );
  });
}
