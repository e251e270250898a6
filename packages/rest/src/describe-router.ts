import type { AnyRouter } from '@trpc/server';
import {
  errorHeaders,
  errorResponses,
  errorSchema,
  type ErrorResponse,
  type ErrorResponses,
  type Reasons,
} from './error-responses.ts';
import { exampleOf } from './example.ts';
import type { GeneratedOperation } from './generated-document.ts';
import type { Json, JsonObject } from './normalize-schema.ts';
import { readRouter, type RestOperation } from './read-router.ts';

type Information = {
  title: string;
  version: string;
  description?: string;
  contact?: { name?: string; url?: string; email?: string };
  license?: { name: string; identifier?: string };
};

type Tag = { name: string; description?: string };

type Options = Information & {
  /** Every path is appended to it: `https://example.com/api/v1` or `/api/v1`. */
  baseUrl: string;
  tags?: Tag[];
  /** Says how a client gets a token, for people. */
  authentication?: string;
  /**
   * The meaning of each `reason`. With it, each operation lists its own reasons:
   * those of `meta.reasons`, and HTTP's.
   */
  reasons?: Reasons;
  /** More fields that an error body may have, by name. */
  errorFields?: JsonObject;
  /** Protected procedures that also accept calls without a token. */
  tokenOptional?: readonly string[];
  /** Selects path templates such as `/books/{isbn}`; default: all. */
  covers?: (path: string) => boolean;
};

type Content = Record<string, { schema: Json; example?: Json }>;

type Success = Omit<GeneratedOperation['responses'][200], 'content'> & {
  content: Content;
};

type Unchanged = {
  description: string;
  headers: Record<string, { $ref: string }>;
  content?: never;
};

type DescribedParameter = {
  name: string;
  in: string;
  required?: boolean | undefined;
  schema: Json;
  style?: string;
  explode?: boolean;
};

type DescribedOperation = Omit<
  GeneratedOperation,
  'parameters' | 'requestBody' | 'responses'
> & {
  parameters?: DescribedParameter[];
  security: Record<string, string[]>[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<
    string,
    Success | Unchanged | ReturnType<ErrorResponses['of']>[string]
  >;
};

/** An OpenAPI 3.1 document as plain JSON. */
export type OpenApiDocument = {
  openapi: '3.1.0';
  info: Information;
  servers: { url: string }[];
  tags?: Tag[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: Record<'schemas' | 'headers' | 'securitySchemes', Record<string, Json>> & {
    responses?: Record<string, ErrorResponse>;
  };
};

/**
 * The OpenAPI 3.1 document of the routes of `mountRouter`. It is
 * trpc-to-openapi's document, with the real errors, bodies and security. It has
 * only the components that its paths use. The same router always gives the same
 * document. Throws for a procedure that cannot be served, with its name.
 */
export function describeRouter(router: AnyRouter, options: Options): OpenApiDocument {
  const {
    baseUrl,
    tags,
    authentication,
    reasons,
    errorFields,
    tokenOptional = [],
    covers = () => true,
    ...info
  } = options;
  const { operations, schemas } = readRouter(router);
  const errors = errorResponses(reasons);
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of operations.filter(({ path }) => covers(path))) {
    const described = describe(operation, { components: schemas, errors });
    if (tokenOptional.includes(operation.name)) {
      described.security.push({});
    }
    const method = operation.method.toLowerCase();
    paths[operation.path] = { ...paths[operation.path], [method]: described };
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: baseUrl }],
    ...(tags !== undefined && { tags }),
    paths,
    components: {
      schemas: {
        ErrorBody: errorSchema(reasons, errorFields),
        ...schemasUsedBy(paths, schemas),
      },
      ...(Object.keys(errors.shared).length > 0 && { responses: errors.shared }),
      headers: headersUsedBy([paths, errors.shared]),
      securitySchemes: { bearer: bearer(authentication) },
    },
  };
}

function describe(
  operation: RestOperation,
  { components, errors }: { components: JsonObject; errors: ErrorResponses },
): DescribedOperation {
  const { bodyRequired: required, bodyFields, queryFields, generated } = operation;
  const { parameters: given = [], requestBody, responses, ...rest } = generated;
  const parameters = given.map((parameter) => ({
    ...parameter,
    ...(parameter.in === 'query' && queryFields.get(parameter.name)?.isList && repeated),
  }));
  const content = withExamples(responses[200].content, components);
  const success = { ...responses[200], content };
  const all = operation.isConditional ? [...parameters, ifNoneMatch] : parameters;
  return {
    ...rest,
    security: operation.isProtected ? [{ bearer: [] }] : [],
    ...(all.length > 0 && { parameters: all }),
    ...(requestBody !== undefined &&
      bodyFields.size > 0 && {
        requestBody: { required, content: withExamples(requestBody.content, components) },
      }),
    responses: {
      ...(operation.isConditional ? conditionalResponses(success) : { 200: success }),
      ...(operation.answersNothing && { 200: nothing(success) }),
      ...errors.of(operation),
    },
  };
}

/** Writes an array as `?kinds=a&kinds=b`. */
const repeated = { style: 'form', explode: true };

function withExamples(content: Content, components: JsonObject): Content {
  const described = Object.entries(content).map(([type, { schema }]) => {
    const example = exampleOf(schema, components);
    return [type, { schema, ...(example !== undefined && { example }) }];
  });
  return Object.fromEntries(described);
}

const entityTag = {
  description:
    'Send it as `If-None-Match`. The answer then has a body only if it has changed.',
  schema: { type: 'string' },
};

/** The schemas that the document refers to, directly or not, in their order. */
function schemasUsedBy(described: object, all: JsonObject): JsonObject {
  const used = new Set<string>();
  const follow = (json: Json | object) => {
    const text = JSON.stringify(json);
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (!used.has(name)) {
        used.add(name);
        follow(all[name] ?? {});
      }
    }
  };
  follow(described);
  return Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
}

function headersUsedBy(described: object): Record<string, Json> {
  const text = JSON.stringify(described);
  const all = Object.entries<Json>({ ...errorHeaders, ETag: entityTag });
  return Object.fromEntries(
    all.filter(([name]) => text.includes(`"#/components/headers/${name}"`)),
  );
}

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of your copy of the answer.',
  schema: { type: 'string' },
} satisfies Json;

function conditionalResponses(success: Success) {
  const headers = { ETag: { $ref: '#/components/headers/ETag' } };
  return {
    200: { ...success, headers },
    304: { description: 'Your copy of the answer is up to date.', headers },
  };
}

/** The answer of a procedure without an output. */
function nothing(success: Success): Success {
  return { ...success, content: { 'application/json': { schema: { type: 'null' } } } };
}

function bearer(description: string | undefined): Json {
  return {
    type: 'http',
    scheme: 'bearer',
    ...(description !== undefined && { description }),
  };
}
