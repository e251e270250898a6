import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { HttpError, sendAnswer } from '@namecard/rest';
import {
  initialOf,
  isOurs,
  logoPath,
  markup,
  textOn,
  type Product,
} from '@namecard/look';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { adminFiles, adminIsMissing } from './admin-files.ts';

const page = 'index.html';

const cachedForGood = 'public, max-age=31536000, immutable';

/** Conditions that nobody sends for a file, whose failure has an answer of its own. */
const notHonoured = ['if-match', 'if-unmodified-since'];

/** The product as the admin app shows it. `url` is where other users sign in. */
export type ShownProduct = Product & { url: string | undefined };

const builtTitle = '<title>Namecard Admin</title>';

/** Tags that name the product. The app is built once, with our name. */
function metaOf({ url, ...product }: ShownProduct): string {
  const named = {
    'product-name': product.name,
    ...(!isOurs(product) && {
      'product-initial': initialOf(product),
      'product-color': product.color,
      'product-text-color': textOn(product.color),
    }),
    ...(product.hasLogo && { 'product-logo': logoPath }),
    ...(url !== undefined && { 'product-url': url }),
    ...Object.fromEntries(
      Object.entries(product.operator).flatMap(([kind, address]) =>
        address === undefined ? [] : [[`product-${kind}`, address]],
      ),
    ),
  };
  const tags = Object.entries(named).map(
    ([name, content]) => markup`<meta name="${name}" content="${content}" />`,
  );
  return markup`${tags}<title>${product.name} Admin</title>`.toString();
}

async function readPage(
  files: string,
  product: ShownProduct,
): Promise<string | undefined> {
  const built = await readFile(join(files, page), 'utf8').catch(() => undefined);
  return built?.replace(builtTitle, () => metaOf(product));
}

/** Answers with instructions when the app was not built. */
function mountAbsence(app: FastifyInstance): void {
  const body = { message: adminIsMissing, code: 'NOT_FOUND', reason: 'PATH_NOT_FOUND' };
  for (const path of ['/admin', '/admin/*']) {
    app.get(path, (_request, reply) => sendAnswer(reply, { status: 404, body }));
  }
}

/** Serves the admin app. The app itself routes all paths without a file. */
export async function mountAdmin(
  app: FastifyInstance,
  product: ShownProduct,
  files = adminFiles,
): Promise<void> {
  const shown = await readPage(files, product);
  if (shown === undefined) {
    mountAbsence(app);
    return;
  }
  const assets = join(files, 'assets');
  const sendPage = (reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(shown);
  await app.register(async (scope) => {
    scope.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
      for (const name of notHonoured) {
        delete headers[name];
      }
      done();
    });
    await scope.register(fastifyStatic, {
      root: files,
      prefix: '/admin/',
      // Registers a route per file, so that made-up paths never reach the disk.
      wildcard: false,
      globIgnore: [`${page}*`],
      index: false,
      acceptRanges: false,
      // The build writes a compressed copy beside each file.
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        void reply.header(
          'cache-control',
          path.startsWith(assets) ? cachedForGood : 'no-cache',
        );
      },
    });
    scope.get('/admin', (_request, reply) => sendPage(reply));
    scope.get<{ Params: { '*': string } }>('/admin/*', (request, reply) => {
      if (request.params['*'].startsWith('assets/')) {
        throw new HttpError('PATH_NOT_FOUND');
      }
      return sendPage(reply);
    });
  });
}
