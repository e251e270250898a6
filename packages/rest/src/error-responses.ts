import { STATUS_CODES } from 'node:http';
import type { Operation } from './operations.ts';
import type { Json } from './normalize-schema.ts';

type Reference = { $ref: string };

export type ErrorResponse = {
  description: string;
  headers?: Record<string, Reference>;
  content: { 'application/json': { schema: Reference } };
};

/** Headers of error answers, as components that the responses refer to. */
export const errorHeaders = {
  'WWW-Authenticate': {
    description: 'How to authenticate. It tells a refused token from a missing one.',
    schema: { type: 'string', examples: ['Bearer', 'Bearer error="invalid_token"'] },
  },
  'Retry-After': {
    description: 'After how many seconds to try again.',
    schema: { type: 'integer', minimum: 0 },
  },
} as const satisfies Record<string, Json>;

const headersOfStatus: Record<number, keyof typeof errorHeaders> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
};

const descriptions: Record<number, string> = {
  400: 'The request is malformed, or a value is not accepted; `issues` says which.',
  401: 'No token, or one that is not valid.',
  403: 'The token is valid, but does not allow this.',
  404: 'There is no such thing.',
  408: 'The request took too long to arrive.',
  409: 'It conflicts with what is there already.',
  413: 'The body is too large.',
  414: 'The address is too long.',
  415: 'The body is not `application/json`.',
  429: 'Too many requests.',
  431: 'The headers are too large.',
  500: 'A fault of the service.',
  503: 'The service cannot answer now.',
};

const everywhere = [408, 414, 429, 431, 500, 503];

/**
 * The error answers that can really come of an operation: those that follow from what
 * it takes, and those it names itself, whose descriptions win.
 */
export function errorResponses(operation: Operation): Record<string, ErrorResponse> {
  const named = operation.errorResponses;
  const statuses = new Set([...everywhere, ...impliedStatuses(operation), ...named.keys()]);
  const sorted = [...statuses].toSorted((one, other) => one - other);
  return Object.fromEntries(
    sorted.map((status) => [status, errorResponse(status, named.get(status))]),
  );
}

function impliedStatuses({ pathFields, otherFields, takesBody, isProtected }: Operation): number[] {
  const hasInput = takesBody || pathFields.size + otherFields.size > 0;
  return [
    ...(hasInput ? [400] : []),
    ...(isProtected ? [401, 403] : []),
    ...(takesBody ? [413, 415] : []),
  ];
}

function errorResponse(status: number, description: string | undefined): ErrorResponse {
  const header = headersOfStatus[status];
  return {
    description: description ?? descriptions[status] ?? STATUS_CODES[status] ?? 'An error.',
    ...(header !== undefined && {
      headers: { [header]: { $ref: `#/components/headers/${header}` } },
    }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

/** The schema of every error body. */
export function errorSchema(reasons: readonly string[] = []): Json {
  const issue = {
    type: 'object',
    properties: {
      path: {
        type: 'array',
        items: { type: ['string', 'integer'] },
        description: 'Where the value lies in the input.',
      },
      message: { type: 'string' },
    },
    required: ['path', 'message'],
    additionalProperties: false,
  };
  const reason = { type: 'string', description: 'A stable constant to switch on.' };
  return {
    type: 'object',
    description: 'What every error is answered with.',
    properties: {
      message: { type: 'string', description: 'What to do, for a person to read.' },
      code: { type: 'string', description: 'The tRPC error code.', examples: ['BAD_REQUEST'] },
      reason: reasons.length === 0 ? reason : { ...reason, enum: [...reasons] },
      issues: { type: 'array', items: issue, description: 'The values that were refused.' },
    },
    required: ['message', 'code', 'reason'],
    additionalProperties: false,
  };
}
