import fastifyStatic from '@fastify/static';
import { Refusal, sendAnswer } from '@namecard/rest';
import type { FastifyInstance } from 'fastify';

/** The admin app's built files. Its file names carry a hash of their content, all but the page itself. */
const builtFiles = new URL('../../admin/dist/', import.meta.url).pathname;

const longCached = 'public, max-age=31536000, immutable';

/** The admin app at `/admin/`; any path below it that is no file is the app's own to route. */
export async function mountAdmin(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: builtFiles,
      prefix: '/admin/',
      redirect: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        void reply.header('cache-control', path.includes('/assets/') ? longCached : 'no-cache');
      },
    });
    scope.setNotFoundHandler((request, reply) =>
      request.url.startsWith('/admin/assets/')
        ? sendAnswer(reply, new Refusal('PATH_NOT_FOUND').answer)
        : reply.sendFile('index.html'),
    );
  });
}
