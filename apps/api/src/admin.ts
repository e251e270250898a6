import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { Refusal } from '@namecard/rest';
import type { FastifyInstance } from 'fastify';

/** The admin app's built files. Their names carry a hash of their content, all but the page's own. */
const builtFiles = fileURLToPath(new URL('../../admin/dist/', import.meta.url));

const cachedForGood = 'public, max-age=31536000, immutable';

/** The admin app at `/admin/`; any path below it that is no file is the app's own to route. */
export async function mountAdmin(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: builtFiles,
    prefix: '/admin/',
    // A route for each file there is at the start: nothing is looked up on the disk for a path that a client makes up.
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', path.includes('/assets/') ? cachedForGood : 'no-cache');
    },
  });
  app.get('/admin', (_request, reply) => reply.sendFile('index.html'));
  app.get<{ Params: { '*': string } }>('/admin/*', (request, reply) => {
    if (request.params['*'].startsWith('assets/')) {
      throw new Refusal('PATH_NOT_FOUND');
    }
    return reply.sendFile('index.html');
  });
}
