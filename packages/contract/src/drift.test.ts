import { readFile } from 'node:fs/promises';
import { describeRouter } from '@namecard/rest';
import {
  appRouter,
  documentNames,
  documents,
  reasonMeanings,
  type DocumentName,
  withOffered,
} from '@namecard/router';
import { initTRPC, type AnyRouter } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { files } from './committed.ts';
import { differences } from './differences.ts';

const describedBy = (router: AnyRouter, name: DocumentName) =>
  withOffered(describeRouter(router, { ...documents[name], reasons: reasonMeanings }));

describe('what is committed', () => {
  it.each(documentNames)(
    'matches the router: `npm run documents` updates it: %s',
    async (name) => {
      const committed: unknown = JSON.parse(await readFile(files[name], 'utf8'));
      const described = JSON.stringify(describedBy(appRouter, name));
      expect(differences(committed, JSON.parse(described))).toEqual([]);
    },
  );

  it.each(documentNames)(
    'names no schema twice, once for input and once for output: %s',
    (of) => {
      const schemas = Object.keys(describedBy(appRouter, of).components.schemas);
      expect(schemas).toContain('Profile');
      expect(schemas.filter((schema) => schema.endsWith('Output'))).toEqual([]);
    },
  );

  it.each(['/tried', '/moderation', '/moderationtried', '/moderation/tried'] as const)(
    'has an added operation in one of the documents: %s',
    (path) => {
      const tried = initTRPC
        .meta<{ openapi: object }>()
        .create()
        .procedure.meta({ openapi: { method: 'GET', path, operationId: 'tried' } })
        .output(z.null())
        .query(() => null);
      const router = initTRPC.create().router({ tried });
      const described = documentNames.filter((name) =>
        Object.hasOwn(describedBy(router, name).paths, path),
      );
      expect(described).toEqual([path === '/moderation/tried' ? 'moderation' : 'public']);
    },
  );
});
