import { initTRPC } from '@trpc/server';
import { generateOpenApiDocument, type OpenApiMeta } from 'trpc-to-openapi';
import { z } from 'zod';
import { isObject, normalizeSchema, type JsonObject } from './normalize-schema.ts';
import type { Operation } from './operations.ts';
import { ProcedureError } from './procedure-error.ts';

const schema = z.json().transform(normalizeSchema);
const bodySchema = schema.transform((json): JsonObject => (isObject(json) ? json : {}));

/**
 * A later version may add fields to an answer. zod closes every object of an output,
 * and some generated clients then refuse an answer with a field more.
 */
const answer = z.json().transform((json) => {
  const isClosing = (key: string, value: unknown) =>
    key === 'additionalProperties' && value === false;
  const text = JSON.stringify(json, (key, value: unknown) =>
    isClosing(key, value) ? undefined : value,
  );
  return schema.parse(JSON.parse(text));
});
const content = z.record(z.string(), z.object({ schema: answer }));
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
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: bodySchema })) })
    .optional(),
  responses: z.object({ 200: success }),
});

const paths = z.record(z.string(), z.record(z.string(), operation));
const schemas = z.record(z.string(), answer);

const generated = z.object({
  paths,
  components: z.object({ schemas: schemas.default({}) }),
});

export type GeneratedOperation = z.infer<typeof operation>;

type Described = { paths: z.infer<typeof paths>; schemas: z.infer<typeof schemas> };

/**
 * Paths and schemas as trpc-to-openapi generates them. Its errors are left out:
 * they describe its own adapter. Throws the generator's errors with the
 * procedure's name.
 */
export function generateDocument(operations: Operation[]): Described {
  const document = generate(operations);
  // As text and back: the generator's object has keys whose value is undefined.
  const { paths: all, components } = generated.parse(
    JSON.parse(JSON.stringify(document)),
  );
  const named = Object.entries(components.schemas)
    .filter(([name]) => !name.startsWith('error.'))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { paths: all, schemas: Object.fromEntries(named) };
}

function generate(operations: Operation[]) {
  const procedures = operations.map(({ name, procedure }) => [name, procedure] as const);
  const router = initTRPC
    .meta<OpenApiMeta>()
    .create()
    .router(Object.fromEntries(procedures));
  try {
    return generateOpenApiDocument(router, { title: '', version: '', baseUrl: '' });
  } catch (error) {
    const [only, ...others] = operations;
    if (only === undefined || others.length > 0) {
      // Some errors name no procedure. Running one at a time finds the faulty
      // one.
      operations.forEach((one) => generate([one]));
      throw error;
    }
    const message = error instanceof Error ? error.message : String(error);
    const unnamed = message.replace(`[${only.type}.${only.name}] - `, '');
    throw new ProcedureError(only.name, unnamed);
  }
}
