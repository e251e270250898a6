import { acceptJson, HttpError, readJson, type ErrorAnswer } from '@namecard/rest';
import { AppError, appErrorFrom, appRouter, errorHeaders } from '@namecard/router';
import { incomingMessageToRequest } from '@trpc/server/adapters/node-http';
import { resolveResponse } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Admission } from '../fairness/admission.ts';
import { openBatch, type Batch } from './batch.ts';
import { clientAddress } from '../http/call.ts';
import type { CreateContext } from './rest.ts';
import type { Hold } from '../http/unsent.ts';

const prefix = '/trpc/';

/** Calls in one HTTP request, at most. */
const largestBatch = 10;

const nothing = Buffer.alloc(0);

type TrpcRoute = { Params: { path: string }; Querystring: { batch?: string } };

const rpcCodes: Record<string, number> = TRPC_ERROR_CODES_BY_KEY;

/** Errors that arise before tRPC sees a request, under `/trpc` in tRPC's own envelope: its clients read no other. */
export function errorEnvelope(
  { status, body }: ErrorAnswer,
  { url }: FastifyRequest,
): unknown {
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
  const byWait = errors.toSorted(
    (one, other) => (one.retryAfter ?? 0) - (other.retryAfter ?? 0),
  );
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

/** The path as tRPC reads it, which decodes it once more than the server did: calls are counted in that. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new HttpError('MALFORMED_PATH');
  }
}

/** Whether all that a path calls is there. */
const isKnown = (path: string): boolean =>
  decoded(path)
    .split(',')
    .every((name) => Object.hasOwn(appRouter._def.procedures, name));

function rejectBadBatch({ params, query }: FastifyRequest<TrpcRoute>): void {
  const path = decoded(params.path);
  const calls = query.batch === undefined ? 1 : path.split(',').length;
  if (calls > largestBatch) {
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
  {
    createContext,
    hold,
    admit,
  }: { createContext: CreateContext; hold: Hold } & Pick<Admission, 'admit'>,
): Promise<void> {
  await app.register(async (scope) => {
    acceptJson(scope);
    scope.route<TrpcRoute>({
      method: ['GET', 'POST'],
      url: `${prefix}:path`,
      exposeHeadRoute: false,
      config: { runsCalls: true },
      onRequest: askForPlainJson,
      handler: async (request, reply) => {
        if (request.method === 'POST') {
          readJson(nothing, request.headers);
        }
        rejectBadBatch(request);
        if (!isKnown(request.params.path)) {
          // Nothing else has it wait for its turn.
          await admit({ ip: clientAddress(request), pool: 'document' }, async () => {});
        }
        const { body, raw } = request;
        let batch: Batch | undefined;
        const response = await resolveResponse({
          req: incomingMessageToRequest(Object.assign(raw, { body }), reply.raw, {
            maxBodySize: null,
          }),
          error: null,
          path: request.params.path,
          router: appRouter,
          allowBatching: true,
          maxBatchSize: largestBatch,
          createContext: async ({ info }) => {
            if (info.isBatchCall) {
              batch = openBatch((bytes, procedure) => hold(request, bytes, procedure));
              reply.raw.once('close', batch.abandon);
            }
            return { ...createContext(request), inTurn: batch?.inTurn };
          },
          responseMeta: ({ errors }) => ({
            headers: headersOf(errors.map(appErrorFrom), request.method),
          }),
        });
        const text = await response.text();
        const answer = batch ? batch.complete(text) : text;
        if (answer === undefined) {
          return reply.hijack();
        }
        return reply
          .code(response.status)
          .headers(Object.fromEntries(response.headers))
          .send(answer);
      },
    });
  });
}
