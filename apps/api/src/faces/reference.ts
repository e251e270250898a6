import { commonStyle, markOf, markup, type Product } from '@namecard/look';
import fastify, { type FastifyInstance } from 'fastify';
import { serveKept } from './kept-answers.ts';
import { sandbox } from '../http/security-headers.ts';
import { documentPaths } from './openapi.ts';

type Options = {
  product: Product;
  /** Trying calls requires that sandboxed pages may call the service. */
  triesCalls: boolean;
};

const pages = [
  { path: '/docs', name: 'Members and programs', document: documentPaths.public },
  { path: '/docs/moderation', name: 'Moderation', document: documentPaths.moderation },
] as const;

type Page = (typeof pages)[number];

function linkTo({ path, name }: Page, shown: Page): string {
  const current = path === shown.path ? ' aria-current="page"' : '';
  return `<a href="${path}"${current}>${name}</a>`;
}

/**
 * The content security policy forbids inline scripts. So a script file starts the
 * viewer and reads from the page which document to show.
 */
const htmlOf = (shown: Page, product: Product) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    ${markup`<title>${product.name} API reference: ${shown.name}</title>`.toString()}
    <link rel="icon" href="data:," />
    <style>${frame}</style>
  </head>
  <body>
    <nav aria-label="References">${markOf(product).toString()}${pages.map((page) => linkTo(page, shown)).join('')}</nav>
    <div id="reference" data-document="${shown.document}"></div>
    <noscript>The reference needs JavaScript. The document itself is at ${shown.document}.</noscript>
    <script src="/docs/start.js"></script>
    <script src="/docs/viewer.js"></script>
  </body>
</html>
`;

/** The viewer leaves space at its top, as high as this variable. */
const frame = `${commonStyle}
:root { --scalar-custom-header-height: 44px; }
body { margin: 0; background: var(--canvas); }
nav { position: sticky; top: 0; z-index: 10; box-sizing: border-box; height: 44px; padding: 0 24px;
  display: flex; align-items: center; gap: 24px; font: var(--size-note) var(--sans);
  background: var(--surface); border-bottom: 1px solid var(--line); }
nav svg, nav .mark { width: auto; height: 24px; }
nav a { color: var(--muted); text-decoration: none; }
nav a[aria-current] { color: var(--ink); font-weight: 600; }
nav a:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
`;

/** Sets the viewer's own variables. A class tells its colour scheme. */
const look = `
:root { --scalar-font: var(--sans); --scalar-font-code: var(--mono); --scalar-radius: var(--radius); }
.light-mode { color-scheme: light; }
.dark-mode { color-scheme: dark; }
.light-mode, .dark-mode {
  --scalar-color-1: var(--ink); --scalar-color-2: var(--soft); --scalar-color-3: var(--muted);
  --scalar-color-accent: var(--accent-ink); --scalar-background-accent: var(--accent-soft);
  --scalar-background-1: var(--surface); --scalar-background-2: var(--sunken); --scalar-background-3: var(--highlight);
  --scalar-border-color: var(--line);
}
`;

/**
 * The viewer needs storage, but a sandboxed page has none: this gives it storage
 * in memory. The options stop requests to other origins: fonts, telemetry, hosted
 * client, agent.
 */
const start = ({
  triesCalls,
}: Options) => `for (const name of ['localStorage', 'sessionStorage']) {
  const items = new Map();
  const storage = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, String(value)),
    removeItem: (key) => void items.delete(key),
  };
  Object.defineProperty(window, name, { value: storage });
}
addEventListener('DOMContentLoaded', () => Scalar.createApiReference('#reference', {
  url: document.getElementById('reference').dataset.document,
  theme: 'default',
  layout: 'modern',
  persistAuth: false,
  withDefaultFonts: false,
  customCss: ${JSON.stringify(look)},
  hideTestRequestButton: ${!triesCalls},
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  authentication: { preferredSecurityScheme: 'bearer' },
}));
`;

/** The package does not export its bundle, so we request its own route once. */
async function loadViewer(): Promise<Buffer> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const host = fastify();
  await host.register(reference, { routePrefix: '/', configuration: { url: '/' } });
  const { rawPayload } = await host.inject('/js/scalar.js');
  await host.close();
  return rawPayload;
}

/** Mounts a script of the pages. */
function mountScript(
  app: FastifyInstance,
  path: string,
  make: () => string | Promise<Buffer>,
): void {
  serveKept(app, path, {
    type: 'text/javascript; charset=utf-8',
    cacheControl: 'public, max-age=3600',
    make,
  });
}

/** Pages that show each document and let readers try its calls. */
export function mountReference(app: FastifyInstance, options: Options): void {
  for (const page of pages) {
    serveKept(app, page.path, {
      type: 'text/html; charset=utf-8',
      cacheControl: 'no-cache',
      make: () => htmlOf(page, options.product),
      dress: (reply) => sandbox(reply, 'allow-scripts', 'allow-forms', 'allow-downloads'),
    });
  }
  mountScript(app, '/docs/start.js', () => start(options));
  mountScript(app, '/docs/viewer.js', loadViewer);
}
