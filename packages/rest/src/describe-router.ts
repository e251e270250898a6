import type { AnyRouter } from '@trpc/server';
import {
  errorHeaders,
  errorResponses,
  errorSchema,
  type ErrorResponse,
} from './error-responses.ts';
import { generateDocument, type GeneratedOperation } from './generated-document.ts';
import { readOperations, type Operation } from './operations.ts';
import type { Json } from './tidy-schema.ts';

type Information = {
  title: string;
  version: string;
  description?: string;
  license?: { name: string; identifier?: string };
};

type Tag = { name: string; description?: string };

type Options = Information & {
  /** What every path is appended to, as in `https://example.com/api/v1` or `/api/v1`. */
  baseUrl: string;
  tags?: Tag[];
  /** How a client comes by a token, in words. */
  authentication?: string;
  /** Every `reason` that an error can have; any string where it is not given. */
  reasons?: readonly string[];
};

type Success = GeneratedOperation['responses'][200];

type DescribedOperation = Omit<GeneratedOperation, 'requestBody' | 'responses'> & {
  security: Record<string, string[]>[];
  requestBody?: { required: boolean; content: Success['content'] };
  responses: Record<string, Success | ErrorResponse>;
};

/** An OpenAPI 3.1 document as plain JSON. */
export type OpenApiDocument = {
  openapi: '3.1.0';
  info: Information;
  servers: { url: string }[];
  tags?: Tag[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: Record<'schemas' | 'headers' | 'securitySchemes', Record<string, Json>>;
};

/**
 * The OpenAPI 3.1 document of what `mountRouter` answers: trpc-to-openapi's, with
 * errors, bodies and security as they really are. The same router gives the same
 * document, key for key. Throws, naming the procedure, for one that cannot be served.
 */
export function describeRouter(router: AnyRouter, options: Options): OpenApiDocument {
  const { baseUrl, tags, authentication, reasons, ...info } = options;
  const operations = readOperations(router);
  const generated = generateDocument(router);
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of operations) {
    const method = operation.method.toLowerCase();
    const found = generated.paths[operation.path]?.[method];
    if (found === undefined) {
      throw new TypeError(`procedure ${operation.name}: trpc-to-openapi does not describe it`);
    }
    paths[operation.path] = { ...paths[operation.path], [method]: describe(operation, found) };
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: baseUrl }],
    ...(tags !== undefined && { tags }),
    paths,
    components: {
      schemas: { Error: errorSchema(reasons), ...generated.schemas },
      headers: errorHeaders,
      securitySchemes: { bearer: bearer(authentication) },
    },
  };
}

function describe(operation: Operation, generated: GeneratedOperation): DescribedOperation {
  const { parameters = [], requestBody, responses, ...rest } = generated;
  const { bodyRequired: required, otherFields } = operation;
  return {
    ...rest,
    security: operation.isProtected ? [{ bearer: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined &&
      otherFields.size > 0 && { requestBody: { required, content: requestBody.content } }),
    responses: {
      200: operation.answersNothing ? nothing(responses[200]) : responses[200],
      ...errorResponses(operation),
    },
  };
}

/** What a procedure without an output is answered with. */
function nothing(success: Success): Success {
  return { ...success, content: { 'application/json': { schema: { type: 'null' } } } };
}

function bearer(description: string | undefined): Json {
  const scheme = { type: 'http', scheme: 'bearer' };
  return description === undefined ? scheme : { ...scheme, description };
}
