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
import { initTRPC, type AnyProcedure, type AnyRouter } from '@trpc/server';
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

/** One more value in a list moves all after it. */
const withoutIndex = (place: string) => place.replace(/\/enum\/\d+$/, '/enum');

/** Examples are derived from schemas, which are compared themselves. */
const followsFromSchema = /\/content\/application~1json\/example/;

const current: Record<DocumentName, unknown> = {
  public: JSON.parse(JSON.stringify(describedBy(appRouter, 'public'))),
  moderation: JSON.parse(JSON.stringify(describedBy(appRouter, 'moderation'))),
};

/** Differences between these documents and the router, each place once. */
function drift(router: AnyRouter, from = current): string[] {
  const places = documentNames.flatMap((name) => {
    const described = JSON.stringify(describedBy(router, name));
    return differences(from[name], JSON.parse(described));
  });
  return [...new Set(places.map(withoutIndex))].filter(
    (place) => !followsFromSchema.test(place),
  );
}

const t = initTRPC.create();

const isProcedure = (value: unknown): value is AnyProcedure =>
  typeof value === 'function' && '_def' in value;

/**
 * The service's router with changed procedures. Leaves out a procedure if
 * `change` gives nothing.
 */
function changed(
  change: (name: string, procedure: AnyProcedure) => AnyProcedure | undefined,
) {
  const all: [string, unknown][] = Object.entries(appRouter._def.procedures);
  const kept = all.flatMap(([name, procedure]) => {
    const now = isProcedure(procedure) ? change(name, procedure) : undefined;
    return now === undefined ? [] : [{ group: name.split('.')[0] ?? '', name, now }];
  });
  const groups = Map.groupBy(kept, ({ group }) => group);
  const records = [...groups].map(([group, procedures]) => [
    group,
    t.router(
      Object.fromEntries(
        procedures.map(({ name, group: { length }, now }) => [
          name.slice(length + 1),
          now,
        ]),
      ),
    ),
  ]);
  return t.router(Object.fromEntries(records));
}

/** The procedure with another output. */
function answering(procedure: AnyProcedure, output: z.ZodType): AnyProcedure {
  const { meta, inputs } = procedure._def;
  const input = inputs.find((one) => one instanceof z.ZodType) ?? z.void();
  const built = t.procedure
    .meta(meta ?? {})
    .input(input)
    .output(output);
  return procedure._def.type === 'query'
    ? built.query(() => ({}))
    : built.mutation(() => ({}));
}

/** The output's schema exists, though tRPC's types hide it. */
function outputOf(procedure: AnyProcedure): z.ZodObject {
  const output: unknown = Reflect.get(procedure._def, 'output');
  if (!(output instanceof z.ZodObject)) {
    throw new TypeError('The output is no object');
  }
  return output;
}

describe('what is committed', () => {
  it('matches the router: `npm run documents` updates it', () => {
    expect(drift(appRouter, committed)).toEqual([]);
  });

  it.each(documentNames)(
    'names no schema twice, once for input and once for output: %s',
    (of) => {
      const schemas = Object.keys(describedBy(appRouter, of).components.schemas);
      expect(schemas).toContain('Profile');
      expect(schemas.filter((schema) => schema.endsWith('Output'))).toEqual([]);
    },
  );

  it('matches a router of the same procedures', () => {
    expect(drift(changed((_name, procedure) => procedure))).toEqual([]);
  });

  it.each(['/tried', '/moderation', '/moderationtried', '/moderation/tried'] as const)(
    'has an added operation in one of the documents: %s',
    (path) => {
      const tried = initTRPC
        .meta<{ openapi: object }>()
        .create()
        .procedure.meta({ openapi: { method: 'GET', path, operationId: 'tried' } })
        .output(z.null())
        .query(() => null);
      const router = t.router({ tried });
      const described = documentNames.filter((name) =>
        Object.hasOwn(describedBy(router, name).paths, path),
      );
      expect(described).toEqual([path === '/moderation/tried' ? 'moderation' : 'public']);
    },
  );

  it('differs from a router without one of its operations', () => {
    const router = changed((name, procedure) =>
      name === 'profiles.updateSocials' ? undefined : procedure,
    );
    expect(drift(router)).toEqual(['/paths/~1profiles~1{username}~1socials']);
  });

  it.each<[string, (output: z.ZodObject) => z.ZodType, string[]]>([
    ['matches a router with the same answers', (output) => output, []],
    [
      'differs from a router that answers one field more',
      (output) => output.extend({ position: z.int() }).meta({ id: 'CreatedProfile' }),
      ['properties/position', 'required/2'],
    ],
    [
      'differs from a router that answers one field less',
      (output) => output.omit({ message: true }).meta({ id: 'CreatedProfile' }),
      ['properties/message', 'required/0', 'required/1'],
    ],
    [
      'differs from a router that answers a field of another type',
      (output) => output.extend({ message: z.int() }).meta({ id: 'CreatedProfile' }),
      ['type', 'description', 'examples', 'minimum', 'maximum'].map(
        (keyword) => `properties/message/${keyword}`,
      ),
    ],
  ])('%s', (_name, change, places) => {
    const router = changed((name, procedure) =>
      name === 'profiles.create'
        ? answering(procedure, change(outputOf(procedure)))
        : procedure,
    );
    expect(drift(router)).toEqual(
      places.map((place) => `/components/schemas/CreatedProfile/${place}`),
    );
  });
});
