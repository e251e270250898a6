import type { AnyRouter } from '@trpc/server';
import { generateOpenApiDocument } from 'trpc-to-openapi';
import { z } from 'zod';
import { normalizeEach, normalizeSchema } from './normalize-schema.ts';

const schema = z.json().transform(normalizeSchema);
const content = z.record(z.string(), z.object({ schema }));
const parameter = z
  .object({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema })
  .catchall(z.json());

const success = z.object({
  description: z.string(),
  headers: z.json().optional(),
  content,
});

const operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()).optional(),
  summary: z.string().optional(),
  description: z.string().optional(),
  deprecated: z.boolean().optional(),
  parameters: z.array(parameter).optional(),
  requestBody: z.object({ content }).optional(),
  responses: z.object({ 200: success }),
});

const paths = z.record(z.string(), z.record(z.string(), operation));
const schemas = z.record(z.string(), z.json());

const generated = z.object({
  paths,
  components: z.object({ schemas: schemas.default({}) }),
});

export type GeneratedOperation = z.infer<typeof operation>;

type Described = { paths: z.infer<typeof paths>; schemas: z.infer<typeof schemas> };

/**
 * What trpc-to-openapi's generator says of paths and schemas, without its errors, which
 * describe its own adapter. Throws, naming the procedure, what the generator throws.
 * @param covers whether the document is about a path
 */
export function generateDocument(
  router: AnyRouter,
  covers: (path: string) => boolean,
): Described {
  const document = generateOpenApiDocument(router, {
    title: '',
    version: '',
    baseUrl: '',
    filter: ({ metadata }) => covers(metadata.openapi.path),
  });
  // Through text, as the generator's object holds keys whose value is undefined.
  const { paths: all, components } = generated.parse(
    JSON.parse(JSON.stringify(document)),
  );
  const named = Object.entries(components.schemas)
    .filter(([name]) => !name.startsWith('error.'))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { paths: all, schemas: normalizeEach(Object.fromEntries(named)) };
}
