import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { HttpError } from '@namecard/rest';
import type { FastifyInstance } from 'fastify';

/** The admin app's built files. Their names carry a hash of their content, all but the page's own. */
const builtFiles = fileURLToPath(new URL('../../admin/dist/', import.meta.url));
const assets = join(builtFiles, 'assets');

const cachedForGood = 'public, max-age=31536000, immutable';

/** Headers that ask for a part of a file, or for one of a certain version: the files are small, and each has one version. */
const notHonoured = ['range', 'if-match', 'if-unmodified-since', 'if-range'];

/** The admin app at `/admin/`; any path below it that is no file is the app's own to route. */
export async function mountAdmin(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
      for (const name of notHonoured) {
        delete headers[name];
      }
      done();
    });
    await scope.register(fastifyStatic, {
      root: builtFiles,
      prefix: '/admin/',
      // A route for each file there is at the start: nothing is looked up on the disk for a path that a client makes up.
      wildcard: false,
      index: false,
      acceptRanges: false,
      // The build leaves each file compressed beside itself.
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        void reply.header('cache-control', path.startsWith(assets) ? cachedForGood : 'no-cache');
      },
    });
    scope.get('/admin', (_request, reply) => reply.sendFile('index.html'));
    scope.get<{ Params: { '*': string } }>('/admin/*', (request, reply) => {
      if (request.params['*'].startsWith('assets/')) {
        throw new HttpError('PATH_NOT_FOUND');
      }
      return reply.sendFile('index.html');
    });
  });
}
