import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { HttpError, sendAnswer } from '@namecard/rest';
import type { FastifyInstance } from 'fastify';
import { adminFiles, adminIsMissing, isAdminBuilt } from './admin-files.ts';

const cachedForGood = 'public, max-age=31536000, immutable';

/** Headers that ask for a part of a file, or for one of a certain version: the files are small, and each has one version. */
const notHonoured = ['range', 'if-match', 'if-unmodified-since', 'if-range'];

/** Says what to do, at each path where the app would be. */
function mountAbsence(app: FastifyInstance): void {
  const body = { message: adminIsMissing, code: 'NOT_FOUND', reason: 'PATH_NOT_FOUND' };
  for (const path of ['/admin', '/admin/*']) {
    app.get(path, (_request, reply) => sendAnswer(reply, { status: 404, body }));
  }
}

/** The admin app at `/admin/`; any path below it that is no file is the app's own to route. */
export async function mountAdmin(app: FastifyInstance, files = adminFiles): Promise<void> {
  if (!isAdminBuilt(files)) {
    mountAbsence(app);
    return;
  }
  const assets = join(files, 'assets');
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
