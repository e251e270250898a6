import { hash } from 'node:crypto';
import { markup, markOf, pageStyle } from '@namecard/look';
import {
  cardMarkup,
  cardStyle,
  type Profile,
  type Texts,
  textsIn,
} from '@namecard/pages';
import { isUnchanged } from '@namecard/rest';
import { appErrorFrom, createCaller } from '@namecard/router';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ShownProduct } from './admin.ts';
import type { CreateContext } from './rest.ts';

const style = `${pageStyle}
body { padding-top: 32px; }
${cardStyle}
footer { max-width: 480px; margin: 20px auto 0; color: var(--muted); font-size: var(--size-note); }
main:has(.card) + footer { text-align: center; }
footer a { display: inline; padding: 0; color: inherit; font-weight: 400; text-decoration: underline; }
`;

/** No scripts, images, forms or frames. Links may open new tabs. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  'img-src data:',
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
  takesReports: boolean;
  isIndexed: boolean;
};

function whole(
  { product }: Pick<Options, 'product'>,
  head: Markup,
  main: Markup,
  report = markup``,
): string {
  const name =
    product.url === undefined
      ? markup`<bdi>${product.name}</bdi>`
      : markup`<a href="${product.url}"><bdi>${product.name}</bdi></a>`;
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
<footer>${report.toString()}${name.toString()}</footer>
</body>
</html>
`;
}

/** 200 characters, without breaks and marks that change the direction. */
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
  const { username, about } = profile;
  const { origin, product, isIndexed, takesReports } = options;
  const { publicCard } = texts;
  const address = `${origin}/@${username}`;
  const summary =
    about === null ? publicCard.summary(username, product.name) : summaryOf(about);
  const head = markup`<title>${username} · ${product.name}</title>
${isIndexed ? '' : markup`<meta name="robots" content="noindex">`}
<link rel="canonical" href="${address}">
<meta name="description" content="${summary}">
<meta property="og:type" content="profile">
<meta property="og:title" content="${username}">
<meta property="og:description" content="${summary}">
<meta property="og:url" content="${address}">
<meta property="og:site_name" content="${product.name}">
<meta property="profile:username" content="${username}">`;
  const report = markup`<a href="/report/${username}">${publicCard.report}</a> · `;
  return whole(
    options,
    head,
    cardMarkup(profile, texts, { heading: 'h1' }),
    takesReports ? report : markup``,
  );
}

/** The page at `/@username`, as strangers see it: tokens change nothing. */
export function mountProfilePage(app: FastifyInstance, options: Options): void {
  const texts = textsIn(options.product.language);
  const { publicCard, nowhere: told } = texts;
  const nowhere = whole(
    options,
    markup`<title>${publicCard.nowhereTitle} · ${options.product.name}</title><meta name="robots" content="noindex">`,
    markup`${markOf(options.product)}<h1>${publicCard.nowhereTitle}</h1><p>${told.text}</p>`,
  );
  /** Undefined if the profile is hidden or does not exist. */
  const read = async (request: FastifyRequest, username: string) => {
    const context = options.createContext(request);
    const call = { ...context.call, authorization: undefined };
    try {
      return (await createCaller({ ...context, call }).profiles.read({ username })).data
        .profile;
    } catch (error) {
      if (appErrorFrom(error).reason === 'PROFILE_NOT_FOUND') {
        return undefined;
      }
      throw error;
    }
  };
  app.get<{ Params: { username: string } }>(
    '/@:username',
    { config: { runsCalls: true } },
    async (request, reply) => {
      const profile = await read(request, request.params.username);
      void reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', contentSecurityPolicy);
      if (!profile) {
        return reply.code(404).send(nowhere);
      }
      const page = profilePage(profile, texts, options);
      void reply.header('cache-control', 'no-cache');
      if (isUnchanged(request, reply, page)) {
        return '';
      }
      return page;
    },
  );
}
