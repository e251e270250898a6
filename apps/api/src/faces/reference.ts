import { markup } from '@namecard/email';
import fastify, { type FastifyInstance } from 'fastify';
import { type Kept, keep, sendKept } from '../http/kept-answers.ts';
import { sandbox } from '../http/security-headers.ts';
import { documentPaths } from './openapi.ts';

type Options = {
  /** What the pages call the product. */
  productName: string;
  /** Whether calls can be tried: whether the service lets sandboxed pages call it. */
  triesCalls: boolean;
};

/** A page for each document. */
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
 * The site's content security policy allows no script in the page itself. The viewer
 * starts from a file, which reads in the page which document is shown.
 */
const htmlOf = (shown: Page, productName: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    ${markup`<title>${productName} API reference: ${shown.name}</title>`.toString()}
    <link rel="icon" href="data:," />
    <style>${frame}</style>
  </head>
  <body>
    <nav aria-label="References">${pages.map((page) => linkTo(page, shown)).join('')}</nav>
    <div id="reference" data-document="${shown.document}"></div>
    <noscript>The reference needs JavaScript. The document itself is at ${shown.document}.</noscript>
    <script src="/docs/start.js"></script>
    <script src="/docs/viewer.js"></script>
  </body>
</html>
`;

/** The viewer leaves room above itself, as high as this variable says. */
const frame = `
:root { --scalar-custom-header-height: 40px; }
body { margin: 0; }
nav { position: sticky; top: 0; z-index: 10; box-sizing: border-box; height: 40px; padding: 0 24px;
  display: flex; align-items: center; gap: 24px; font: 14px ui-sans-serif, system-ui, sans-serif;
  background: var(--scalar-background-1); border-bottom: 1px solid var(--scalar-border-color); }
nav a { color: var(--scalar-color-2); text-decoration: none; }
nav a[aria-current] { color: var(--scalar-color-1); font-weight: 600; }
`;

const look = `
:root { --scalar-font: ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
.light-mode { --scalar-color-accent: #4f46e5; --scalar-background-accent: #eef2ff; }
.dark-mode { --scalar-color-accent: #a5b0fc; --scalar-background-accent: #23223f; }
`;

/**
 * The viewer does not start without storage, and a page in an origin of its own has none: it is given one that forgets.
 * It asks nothing of any other origin: no fonts, no telemetry, no hosted client, no agent.
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

/** The package keeps its bundle to its own routes: it is asked of them once, when the first reader comes. */
async function loadViewer(): Promise<Kept> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const host = fastify();
  await host.register(reference, { routePrefix: '/', configuration: { url: '/' } });
  const { rawPayload: plain } = await host.inject('/js/scalar.js');
  await host.close();
  return keep(plain);
}

const hour = 'public, max-age=3600';

/** The reference pages, where each document can be read and its calls tried. */
export async function mountReference(
  app: FastifyInstance,
  options: Options,
): Promise<void> {
  for (const page of pages) {
    const shown = await keep(htmlOf(page, options.productName));
    app.get(page.path, (request, reply) => {
      sandbox(reply, 'allow-scripts', 'allow-forms', 'allow-downloads').type(
        'text/html; charset=utf-8',
      );
      return sendKept(request, reply, shown, 'no-cache');
    });
  }
  const started = await keep(start(options));
  let viewer: Promise<Kept> | undefined;
  app.get('/docs/start.js', (request, reply) => {
    void reply.type('text/javascript; charset=utf-8');
    return sendKept(request, reply, started, hour);
  });
  app.get('/docs/viewer.js', async (request, reply) => {
    viewer ??= loadViewer().catch((error: unknown) => {
      viewer = undefined;
      throw error;
    });
    void reply.type('text/javascript; charset=utf-8');
    return sendKept(request, reply, await viewer, hour);
  });
}
