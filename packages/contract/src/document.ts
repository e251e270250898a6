import { z } from 'zod';

const Json = z.json();

/** Any JSON value. A schema is one too. */
export type Json = z.infer<typeof Json>;

const Content = z.record(
  z.string(),
  z.object({ schema: Json, example: Json.optional() }),
);

const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  schema: Json,
});

const Response = z.object({
  headers: z.record(z.string(), Json).default({}),
  content: Content.default({}),
});

const Operation = z.object({
  operationId: z.string(),
  description: z.string().optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(Parameter).default([]),
  requestBody: z
    .object({ required: z.boolean().default(false), content: Content })
    .optional(),
  responses: z.record(z.string(), Response),
});

const Document = z.object({
  openapi: z.string().startsWith('3.1.'),
  servers: z.tuple([z.object({ url: z.string() })]),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
});

const Shared = z.object({
  components: z.object({ responses: z.record(z.string(), Json).default({}) }),
});

const shared = '#/components/responses/';

const Reference = z.object({ $ref: z.string().startsWith(shared) });

/** Parses a document and puts shared responses where they are referred to. */
function parseWhole(text: string): unknown {
  const { responses } = Shared.parse(JSON.parse(text)).components;
  return JSON.parse(text, (_key, value: unknown) => {
    const { success, data } = Reference.safeParse(value);
    return success ? responses[data.$ref.slice(shared.length)] : value;
  });
}

export type Operation = z.infer<typeof Operation> & {
  /** In upper case. */
  method: string;
  /** The template, as in `/profiles/{username}`. */
  path: string;
};

export type ContractDocument = {
  /** The beginning of every path, as in `/api/v1`. */
  prefix: string;
  operations: Operation[];
  /** The whole document, with shared responses in their places. */
  json: Record<string, Json>;
};

/** Reads an OpenAPI 3.1 document. Throws if it is not written as ours is. */
export function readDocument(text: string): ContractDocument {
  const json = z.record(z.string(), Json).parse(parseWhole(text));
  const { servers, paths } = Document.parse(json);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  return { prefix: servers[0].url, operations, json };
}
