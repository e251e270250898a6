import { acceptJson, HttpError, readJson, type ErrorAnswer } from '@namecard/rest';
import { AppError, appErrorFrom, appRouter, errorHeaders } from '@namecard/router';
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callOf } from './call.ts';
import type { CreateContext } from './rest.ts';

const prefix = '/trpc/';

/** Calls in one HTTP request, at most. */
const largestBatch = 10;

const nothing = Buffer.alloc(0);

type TrpcRequest = FastifyRequest<{ Params: { path: string }; Querystring: { batch?: string } }>;

const rpcCodes: Record<string, number> = TRPC_ERROR_CODES_BY_KEY;

/** Errors that arise before tRPC sees a request, under `/trpc` in tRPC's own envelope: its clients read no other. */
export function errorEnvelope({ status, body }: ErrorAnswer, { url }: FastifyRequest): unknown {
  if (!url.startsWith(prefix)) {
    return body;
  }
  const { message, code, reason, issues } = body;
  const data = { code, httpStatus: status, reason, ...(issues && { issues }) };
  return { error: { message, code: rpcCodes[code] ?? rpcCodes['BAD_REQUEST'], data } };
}

/**
 * The headers of a whole batch, with the longest of its waits. A procedure takes one of two methods: where one is wrong, the
 * other is allowed.
 */
function headersOf(errors: AppError[], method: string): Record<string, string> {
  const rejectsMethod = errors.some(({ reason }) => reason === 'METHOD_NOT_ALLOWED');
  const byWait = errors.toSorted((one, other) => (one.retryAfter ?? 0) - (other.retryAfter ?? 0));
  return {
    ...Object.assign({}, ...byWait.map(errorHeaders)),
    ...(rejectsMethod && { allow: method === 'POST' ? 'GET' : 'POST' }),
  };
}

/**
 * Takes away the headers that would make tRPC answer in another form: streamed lines for some of `Accept`, or an error about the
 * type of a body that a GET does not have.
 */
function askForPlainJson(
  { raw: { headers, method } }: FastifyRequest,
  _reply: FastifyReply,
  done: () => void,
): void {
  delete headers['trpc-accept'];
  delete headers.accept;
  if (method === 'GET') {
    delete headers['content-type'];
  }
  done();
}

/** The path as tRPC reads it, which decodes it once more than the server did: so calls are counted after that. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new HttpError('MALFORMED_PATH');
  }
}

function rejectLargeBatch({ params, query }: TrpcRequest): void {
  const path = decoded(params.path);
  if (query.batch !== undefined && path.split(',').length > largestBatch) {
    throw new AppError(
      'BAD_REQUEST',
      'BATCH_TOO_LARGE',
      `Send ${largestBatch} calls in one request at most.`,
    );
  }
}

/**
 * The tRPC face, under `/trpc`. JSON only: a cross-site HTML form could otherwise run mutations that take no input.
 */
export async function mountTrpc(
  app: FastifyInstance,
  { createContext }: { createContext: CreateContext },
): Promise<void> {
  await app.register(async (scope) => {
    acceptJson(scope);
    scope.route<{ Params: { path: string }; Querystring: { batch?: string } }>({
      method: ['GET', 'POST'],
      url: `${prefix}:path`,
      exposeHeadRoute: false,
      onRequest: askForPlainJson,
      handler: async (request, reply) => {
        if (request.method === 'POST') {
          readJson(nothing, request.headers['content-type']);
        }
        rejectLargeBatch(request);
        await fastifyRequestHandler({
          req: request,
          res: reply,
          path: request.params.path,
          router: appRouter,
          allowBatching: true,
          maxBatchSize: largestBatch,
          createContext: () => createContext(callOf(request)),
          responseMeta: ({ errors }) => ({
            headers: headersOf(errors.map(appErrorFrom), request.method),
          }),
        });
      },
    });
  });
}
