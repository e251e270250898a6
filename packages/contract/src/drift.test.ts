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

const committed: Record<DocumentName, unknown> = {
  public: JSON.parse(await readFile(files.public, 'utf8')),
  moderation: JSON.parse(await readFile(files.moderation, 'utf8')),
};

/** Where these documents and the router differ. */
const drift = (from = committed): string[] =>
  documentNames.flatMap((name) => {
    const described = JSON.stringify(describedBy(appRouter, name));
    return differences(from[name], JSON.parse(described));
  });

const Whole = z.looseObject({ paths: z.record(z.string(), z.json()) });

describe('what is committed', () => {
  it('matches the router: `npm run documents` updates it', () => {
    expect(drift()).toEqual([]);
  });

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

  it('would differ without one of its operations', () => {
    const { paths, ...whole } = Whole.parse(committed.public);
    const changed = { ...whole, paths: { ...paths, '/profiles': null } };
    expect(drift({ ...committed, public: changed })).toEqual(['/paths/~1profiles']);
  });
});
