import { hash } from 'node:crypto';
import { markup, markOf, pageStyle } from '@namecard/look';
import { isUnchanged } from '@namecard/rest';
import { appErrorFrom, createCaller } from '@namecard/router';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ShownProduct } from './admin.ts';
import { shownLinks, type ShownLink } from './shown-links.ts';
import type { CreateContext } from './rest.ts';

const style = `${pageStyle}
h1, .about, footer { overflow-wrap: anywhere; }
.about { margin-top: 12px; color: var(--ink); white-space: pre-wrap; }
.place { margin-top: 24px; }
.place, footer { font-size: var(--size-note); }
li bdi { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
li span { float: left; width: 96px; font-size: var(--size-text); }
li .domain { float: none; width: auto; overflow-wrap: anywhere; }
footer { max-width: 480px; margin: 24px auto 0; color: var(--muted); }
footer a { display: inline; padding: 0; }
`;

/** Nothing but this one style: no script, no picture, no form, no frame. Links may be opened in another tab. */
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

type Read = ReturnType<typeof createCaller>['profiles']['read'];

type Profile = Awaited<ReturnType<Read>>['data']['profile'];

type Markup = ReturnType<typeof markup>;

type Options = {
  createContext: CreateContext;
  /** Where the page is reached, without a trailing slash. */
  origin: string;
  product: ShownProduct;
  /** Whether a page takes reports. */
  takesReports: boolean;
  /** Whether search engines may list the pages. */
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
<html lang="en">
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
${markOf(product).toString()}
${main.toString()}
</main>
<footer>${report.toString()}${name.toString()}</footer>
</body>
</html>
`;
}

/** A link as browsers read it: its host in ASCII, so that none looks like another. */
function linkItem({ url, network }: ShownLink): Markup {
  const shown = `${url.host}${url.pathname}${url.search}${url.hash}`.replace(/\/$/, '');
  const name =
    network === undefined
      ? markup`<span class="domain">${url.host}</span>`
      : markup`<span>${network}</span>`;
  return markup`<li><a href="${url.href}" rel="nofollow ugc">${name}<bdi>${shown}</bdi></a></li>`;
}

const degrees = (value: number, [positive, negative]: [string, string]) =>
  `${Math.abs(value)}° ${value < 0 ? negative : positive}`;

/** The first 200 characters, without line breaks and what turns the direction of writing around them. */
function summaryOf(text: string): string {
  const characters = Array.from(
    text.replace(/\p{Bidi_Control}/gu, '').replace(/\s+/g, ' '),
  );
  if (characters.length > 200) {
    return `${characters.slice(0, 199).join('')}…`;
  }
  return characters.join('');
}

function profilePage(
  { username, about, socials, location }: Profile,
  options: Options,
): string {
  const { origin, product, isIndexed, takesReports } = options;
  const address = `${origin}/@${username}`;
  const summary = about === null ? `${username} on ${product.name}` : summaryOf(about);
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
  const links = shownLinks(socials).map(linkItem);
  const place =
    location &&
    `${degrees(location.latitude, ['N', 'S'])}, ${degrees(location.longitude, ['E', 'W'])}`;
  return whole(
    options,
    head,
    markup`<h1><bdi>${username}</bdi></h1>
${about === null ? '' : markup`<p class="about" dir="auto" lang="">${about}</p>`}
${links.length === 0 ? '' : markup`<ul>${links}</ul>`}
${place === null ? '' : markup`<p class="place">Location: ${place}</p>`}`,
    takesReports ? markup`<a href="/report/${username}">Report</a> · ` : markup``,
  );
}

/** The page of each profile at `/@username`, as nobody sees it: a token that is sent changes nothing. */
export function mountProfilePage(app: FastifyInstance, options: Options): void {
  const nowhere = whole(
    options,
    markup`<title>No profile · ${options.product.name}</title><meta name="robots" content="noindex">`,
    markup`<h1>There is no profile at this address</h1><p>The link may be old, or mistyped.</p>`,
  );
  /** Undefined for a profile that is hidden as for one that never was. */
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
      const page = profilePage(profile, options);
      void reply.header('cache-control', 'no-cache');
      if (isUnchanged(request, reply, page)) {
        return '';
      }
      return page;
    },
  );
}
