import { STATUS_CODES } from 'node:http';
import { type HttpReason, httpStatuses } from './http-error.ts';
import { takesInput, type Operation } from './operations.ts';
import type { Json, JsonObject } from './normalize-schema.ts';

type Reference = { $ref: string };

export type ErrorResponse = {
  description: string;
  headers?: Record<string, Reference>;
  content: { 'application/json': { schema: Json } };
};

/** The status and the meaning of every `reason` of an error body. */
export type Reasons = Readonly<Record<string, { status: number; meaning: string }>>;

export const errorHeaders = {
  'WWW-Authenticate': {
    description: 'How to authenticate. `error` is there if a token was sent and refused.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds until the request can be repeated.',
    schema: { type: 'integer', minimum: 0 },
  },
} as const satisfies Record<string, Json>;

const headersOfStatus: Record<number, keyof typeof errorHeaders> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
};

/** Used if only the status of an operation's error is known. */
const descriptions: Record<number, string> = {
  400: 'The request is malformed, or a value is not accepted; `issues` says which.',
  401: 'No token, or one that is not valid.',
  403: 'The token is valid, but does not allow this.',
  404: 'There is no such resource.',
  408: 'The request took too long to arrive.',
  409: 'The request conflicts with the present state.',
  413: 'The body is too large.',
  414: 'The address is too long.',
  415: 'The body is not `application/json`.',
  429: 'Too many requests.',
  431: 'The headers are too large.',
  500: 'A fault of the service.',
  503: 'The service cannot answer now.',
};

const bodyReasons: HttpReason[] = [
  'MALFORMED_JSON',
  'MALFORMED_TEXT',
  'BODY_TOO_DEEP',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

const commonReasons: HttpReason[] = [
  'REQUEST_TIMEOUT',
  'URI_TOO_LONG',
  'HEADERS_TOO_LARGE',
  'INTERNAL',
  'UNAVAILABLE',
];

/** Reasons for which this package itself refuses a request of an operation. */
function httpReasonsOf(operation: Operation): HttpReason[] {
  const { pathFields, queryFields, bodyFields, takesBody, bodyRequired } = operation;
  const inQuery = [...queryFields.values()];
  const found: [boolean, HttpReason[]][] = [
    [takesBody || takesInput(operation), ['MALFORMED_REQUEST']],
    [pathFields.size > 0, ['MALFORMED_PATH']],
    [inQuery.length > 0, ['MALFORMED_QUERY']],
    [inQuery.some(({ isList }) => !isList), ['PARAMETER_REPEATED']],
    [bodyRequired, ['BODY_REQUIRED']],
    [bodyFields.size > 0, ['BODY_NOT_OBJECT']],
    [takesBody, bodyReasons],
    [true, commonReasons],
  ];
  return found.filter(([applies]) => applies).flatMap(([, reasons]) => reasons);
}

function meaningOf(reason: string, reasons: Reasons): Reasons[string] {
  const found = reasons[reason];
  if (found === undefined) {
    throw new TypeError(`reasons does not explain ${reason}`);
  }
  return found;
}

/** The reasons of all errors of an operation, by ascending status. */
function reasonsByStatus(
  operation: Operation,
  reasons: Reasons = {},
): Map<number, string[]> {
  const own = operation.reasons.map((reason): [number, string] => [
    meaningOf(reason, reasons).status,
    reason,
  ]);
  const unexplained = [...operation.errorResponses.keys(), 429];
  if (operation.isProtected) {
    unexplained.push(401);
  }
  const all: [number, string?][] = [
    ...httpReasonsOf(operation).map((reason): [number, string] => [
      httpStatuses[reason],
      reason,
    ]),
    // 400 is for a wrong value, so it needs an input.
    ...own.filter(([status]) => status !== 400 || takesInput(operation)),
    ...unexplained.map((status): [number] => [status]),
  ];
  const byStatus = Map.groupBy(all, ([status]) => status);
  return new Map(
    [...byStatus]
      .toSorted(([one], [other]) => one - other)
      .map(([status, found]) => [
        status,
        found.flatMap(([, reason]) => reason ?? []).toSorted(),
      ]),
  );
}

const componentName = (reason: string) =>
  reason
    .toLowerCase()
    .replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());

const errorBody = { $ref: '#/components/schemas/ErrorBody' };

/** Lists the known reasons, or else describes the status. */
function descriptionOf(status: number, given: string[], reasons: Reasons = {}): string {
  const meanings = given.map((reason) => meaningOf(reason, reasons).meaning);
  const [first, ...others] = meanings;
  if (first === undefined) {
    return descriptions[status] ?? STATUS_CODES[status] ?? 'An error.';
  }
  if (others.length === 0) {
    return first;
  }
  return meanings.map((meaning, index) => `- \`${given[index]}\`: ${meaning}`).join('\n');
}

/** The schema of an error body with one of these reasons; if none, with any. */
function schemaOf(given: string[]): Json {
  if (given.length === 0) {
    return errorBody;
  }
  const reason = { type: 'string', enum: given };
  const narrowed = { type: 'object', properties: { reason }, required: ['reason'] };
  return { allOf: [errorBody, narrowed] };
}

function errorResponse(
  status: number,
  description: string,
  given: string[],
): ErrorResponse {
  const header = headersOfStatus[status];
  return {
    description,
    ...(header !== undefined && {
      headers: { [header]: { $ref: `#/components/headers/${header}` } },
    }),
    content: { 'application/json': { schema: schemaOf(given) } },
  };
}

export type ErrorResponses = {
  /** The errors that an operation can answer. Its own descriptions win. */
  of(operation: Operation): Record<string, ErrorResponse | Reference>;
  /** Components for answers with one reason, which operations share. */
  shared: Record<string, ErrorResponse>;
};

/** Describes errors; with `reasons`, each error lists its own. */
export function errorResponses(reasons?: Reasons): ErrorResponses {
  const shared: ErrorResponses['shared'] = {};
  const responseOf = (status: number, all: string[], description: string | undefined) => {
    const given = reasons ? all : [];
    const described = description ?? descriptionOf(status, given, reasons);
    const response = errorResponse(status, described, given);
    const [only] = given;
    if (only === undefined || given.length > 1 || description !== undefined) {
      return response;
    }
    const name = componentName(only);
    shared[name] = response;
    return { $ref: `#/components/responses/${name}` };
  };
  return {
    shared,
    of: (operation) =>
      Object.fromEntries(
        [...reasonsByStatus(operation, reasons)].map(([status, all]) => [
          status,
          responseOf(status, all, operation.errorResponses.get(status)),
        ]),
      ),
  };
}

/** The schema of every error body. Only some errors have the `fields`. */
export function errorSchema(reasons: Reasons = {}, fields: JsonObject = {}): Json {
  const issue = {
    type: 'object',
    properties: {
      path: {
        type: 'array',
        items: { type: ['string', 'integer'] },
        description: 'The keys and indexes that lead to the value in the input.',
      },
      message: { type: 'string', description: 'What to do about it.' },
    },
    required: ['path', 'message'],
  };
  const known = Object.keys(reasons);
  const reason = {
    type: 'string',
    description: 'A stable constant for programs.',
    ...(known.length > 0 && { enum: known }),
  };
  return {
    type: 'object',
    description: 'The body of every error.',
    properties: {
      message: { type: 'string', description: 'Tells a person what to do.' },
      code: {
        type: 'string',
        description: 'The tRPC error code.',
        examples: ['BAD_REQUEST'],
      },
      reason,
      issues: {
        type: 'array',
        items: issue,
        description: 'The refused values.',
      },
      ...fields,
    },
    required: ['message', 'code', 'reason'],
  };
}
