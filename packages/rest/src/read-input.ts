import type { FastifyRequest } from 'fastify';
import type { Operation } from './operations.ts';
import { readQuery } from './query.ts';
import { HttpError } from './http-error.ts';

/** Fastify gives decoded parameters by position: `p0`, `p1` (see `routePath`). */
export type RestRequest = FastifyRequest<{ Params: Record<string, string> }>;

/** Throws an `HttpError`. */
type InputReader = (request: RestRequest) => unknown;

/**
 * Builds the function that collects an operation's input from path, query and
 * body. A path parameter wins over a key of the body.
 */
export function inputReaderFor(operation: Operation): InputReader {
  const { bodyRequired, isInputOptional, pathFields, queryFields, bodyFields } =
    operation;
  const readPath = pathReaderFor(pathFields);
  if (bodyFields.size === 0) {
    return (request) => {
      const input: Record<string, unknown> = {};
      readQuery(request.raw.url ?? '', queryFields, input);
      readPath(request, input);
      return isInputOptional && Object.keys(input).length === 0 ? undefined : input;
    };
  }
  return (request) => {
    const body = readBody(request.body, bodyRequired);
    if (body === undefined && pathFields.size === 0) {
      return undefined;
    }
    return readPath(request, { ...body });
  };
}

function readBody(body: unknown, required: boolean): object | undefined {
  if (body === undefined) {
    if (required) {
      throw new HttpError('BODY_REQUIRED');
    }
    return undefined;
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new HttpError('BODY_NOT_OBJECT');
  }
  return body;
}

type PathReader = (
  request: RestRequest,
  input: Record<string, unknown>,
) => Record<string, unknown>;

function pathReaderFor(fields: Operation['pathFields']): PathReader {
  const readers = [...fields].map(([name, { convert }], position) => ({
    name,
    convert,
    key: `p${position}`,
  }));
  return (request, input) => {
    for (const { name, convert, key } of readers) {
      input[name] = convert(request.params[key] ?? '');
    }
    return input;
  };
}
