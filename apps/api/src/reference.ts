import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { sandbox } from './security-headers.ts';

type Options = {
  /** Whether calls can be tried: whether the service lets sandboxed pages call it. */
  triesCalls: boolean;
};

/** Under the site's content security policy the viewer starts from a file of its own, never from a script in the page. */
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Namecard API reference</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <div id="reference"></div>
    <noscript>The reference needs JavaScript. The document itself is at /api/v1/openapi.json.</noscript>
    <script src="/docs/start.js"></script>
    <script src="/docs/viewer.js"></script>
  </body>
</html>
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
const start = ({ triesCalls }: Options) => `for (const name of ['localStorage', 'sessionStorage']) {
  const items = new Map();
  const storage = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, String(value)),
    removeItem: (key) => void items.delete(key),
  };
  Object.defineProperty(window, name, { value: storage });
}
addEventListener('DOMContentLoaded', () => Scalar.createApiReference('#reference', {
  url: '/api/v1/openapi.json',
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

/** One copy in memory, however many read it, and compressed once. */
type Viewer = { plain: Buffer; compressed: Buffer };

const compress = promisify(brotliCompress);

/** Brotli's own default of 11 takes seconds for a file of this size, and its first reader is waiting. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** The package keeps its bundle to its own routes: it is asked of them once, when the first reader comes. */
async function loadViewer(): Promise<Viewer> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const host = fastify();
  await host.register(reference, { routePrefix: '/', configuration: { url: '/' } });
  const { rawPayload: plain } = await host.inject('/js/scalar.js');
  await host.close();
  return { plain, compressed: await compress(plain, quality) };
}

const hour = 'public, max-age=3600';

/** The reference page at `/docs`, where the document can be read and its calls tried. */
export function mountReference(app: FastifyInstance, options: Options): void {
  let viewer: Promise<Viewer> | undefined;
  app.get('/docs', (_request, reply) =>
    sandbox(reply, 'allow-scripts', 'allow-forms', 'allow-downloads')
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(page),
  );
  app.get('/docs/start.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', hour).send(start(options)),
  );
  app.get('/docs/viewer.js', { compress: false }, async (request, reply) => {
    viewer ??= loadViewer().catch((error: unknown) => {
      viewer = undefined;
      throw error;
    });
    const { plain, compressed } = await viewer;
    const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
    void reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'cache-control': hour, vary: 'Accept-Encoding' });
    return takesBrotli ? reply.header('content-encoding', 'br').send(compressed) : plain;
  });
}
