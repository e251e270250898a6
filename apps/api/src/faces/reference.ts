import fastify, { type FastifyInstance } from 'fastify';
import { type Kept, keep, sendKept } from '../http/kept-answers.ts';
import { sandbox } from '../http/security-headers.ts';

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

/** The reference page at `/docs`, where the document can be read and its calls tried. */
export async function mountReference(
  app: FastifyInstance,
  options: Options,
): Promise<void> {
  const [shown, started] = await Promise.all([keep(page), keep(start(options))]);
  let viewer: Promise<Kept> | undefined;
  app.get('/docs', (request, reply) => {
    sandbox(reply, 'allow-scripts', 'allow-forms', 'allow-downloads').type(
      'text/html; charset=utf-8',
    );
    return sendKept(request, reply, shown, 'no-cache');
  });
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
