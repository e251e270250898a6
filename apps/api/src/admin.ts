import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { defaultProduct, initialOf, markup, type Product, textOn } from '@namecard/email';
import { HttpError, sendAnswer } from '@namecard/rest';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { adminFiles, adminIsMissing } from './admin-files.ts';

const page = 'index.html';

const cachedForGood = 'public, max-age=31536000, immutable';

/** Headers that ask for a part of a file, or for one of a certain version: the files are small, and each has one version. */
const notHonoured = ['range', 'if-match', 'if-unmodified-since', 'if-range'];

import { defaultProduct, initialOf, markup, type Product, textOn } from '@namecard/email';
import { HttpError, sendAnswer } from '@namecard/rest';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { adminFiles, adminIsMissing } from './admin-files.ts';

const page = 'index.html';
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
      globIgnore: [`${page}*`],
      index: false,
      acceptRanges: false,
      // The build leaves each file compressed beside itself.
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        void reply.header('cache-control', path.startsWith(assets) ? cachedForGood : 'no-cache');
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
