import {
  acceptJson,
  addVary,
  HttpError,
  readJson,
  type ErrorAnswer,
} from '@namecard/rest';
import {
  AppError,
  appErrorFrom,
  appRouter,
  type Context,
  errorHeaders,
} from '@namecard/router';
import { incomingMessageToRequest } from '@trpc/server/adapters/node-http';
import { resolveResponse } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Admission } from '../fairness/admission.ts';
import { clientAddress } from '../http/call.ts';
import { BatchAnswers } from './batch-answers.ts';
import type { CreateContext } from './rest.ts';
import { TwoAtOnce } from './two-at-once.ts';
import type { CountUnsent } from '../http/unsent.ts';

/*
 * Problem: tRPC's own server would run all calls of a batch at once, and keep
 * their answers uncounted until the client reads them. Its clients also can't read
 * errors from before tRPC, such as an unknown path.
 *
 * Plan: tRPC resolves each request, but the calls of a batch take turns, two at a
 * time (two-at-once.ts), and each answer counts as unsent once it is ready. Batches
 * of more than ten calls and unknown forms of answer are refused before a call
 * runs. Errors from before tRPC get its envelope.
 *
 * Price: we read the path and the form of a request before tRPC does. Our
 * functions must read them exactly as tRPC. An answer of a stream is written as
 * JSON twice, once to learn its size.
 */

const prefix = '/trpc/';

/** Most calls in one HTTP request. */
const largestBatch = 10;

const nothing = Buffer.alloc(0);

type TrpcRoute = {
  Params: { path: string };
  Querystring: { batch?: string | string[] };
  Headers: { 'trpc-accept'?: string; 'trpc-batch-mode'?: string };
};

type TrpcRequest = FastifyRequest<TrpcRoute>;

const rpcCodes: Record<string, number> = TRPC_ERROR_CODES_BY_KEY;

/** Puts an error from before tRPC into its envelope, on paths of tRPC. */
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
 * The headers of a whole batch, with the longest `Retry-After`. Every procedure
 * takes POST, and only queries take GET.
 */
function headersOf(errors: AppError[]): Record<string, string> {
  const rejectsMethod = errors.some(({ reason }) => reason === 'METHOD_NOT_ALLOWED');
  const byWait = errors.toSorted(
    (one, other) => (one.retryAfter ?? 0) - (other.retryAfter ?? 0),
  );
  return {
    ...Object.assign({}, ...byWait.map(errorHeaders)),
    ...(rejectsMethod && { allow: 'POST' }),
  };
}

/** A streamed batch: one line per answer, as soon as it is ready. */
const lines = 'application/jsonl';

/** Unsupported: subscriptions, and streams from before version 11. */
const asksForAnother = ({ headers }: TrpcRequest): boolean =>
  headers['trpc-batch-mode'] !== undefined ||
  headers.accept === 'text/event-stream' ||
  ![undefined, lines, 'application/json'].includes(headers['trpc-accept']);

/** As in tRPC: its stream link uses `trpc-accept`, or `Accept` if configured. */
const asksForLines = ({ headers }: TrpcRequest): boolean => {
  const asked = headers['trpc-accept'] ?? headers.accept ?? '';
  return asked.split(',').some((form) => form.trim() === lines);
};

/** As in tRPC: the first value counts. */
const isBatch = ({ query }: TrpcRequest): boolean => [query.batch].flat()[0] === '1';

function rejectUnknownForm(request: TrpcRequest): void {
  if (asksForAnother(request) || (asksForLines(request) && !isBatch(request))) {
    throw new AppError(
      'BAD_REQUEST',
      'ANSWER_FORM_UNKNOWN',
      'Nothing was run: this form of answer is not supported. Use httpLink, httpBatchLink or httpBatchStreamLink of @trpc/client 11.',
    );
  }
}

/** tRPC decodes the path a second time. We count the calls in the same text. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new HttpError('MALFORMED_PATH');
  }
}

const isKnown = (path: string): boolean =>
  decoded(path)
    .split(',')
    .every((name) => Object.hasOwn(appRouter._def.procedures, name));

function rejectBadBatch(request: TrpcRequest): void {
  const calls = decoded(request.params.path).split(',').length;
  if (isBatch(request) && calls > largestBatch) {
    throw new AppError(
      'BAD_REQUEST',
      'BATCH_TOO_LARGE',
      `Send at most ${largestBatch} calls in one request: give the link \`maxItems: ${largestBatch}\`.`,
    );
  }
}

/** Tells nginx to pass on each line at once. */
const unbuffered = { 'x-accel-buffering': 'no' };

type Parts = { createContext: CreateContext; countUnsent: CountUnsent } & Pick<
  Admission,
  'admit'
>;

function resolve(
  request: TrpcRequest,
  reply: FastifyReply,
  context: Context,
): Promise<Response> {
  const { body, method, params, raw } = request;
  if (method === 'GET') {
    // tRPC would check the type of a body, but there is none.
    delete raw.headers['content-type'];
  }
  const message = Object.assign(raw, { body });
  const req = incomingMessageToRequest(message, reply.raw, { maxBodySize: null });
  return resolveResponse({
    // A client that posts queries sends no body if there is no input.
    req: Object.assign(req, { json: async () => body }),
    error: null,
    path: params.path,
    router: appRouter,
    allowBatching: true,
    maxBatchSize: largestBatch,
    allowMethodOverride: true,
    createContext: async () => context,
    responseMeta: ({ errors }) => ({
      headers: headersOf(errors.map(appErrorFrom)),
    }),
  });
}

/**
 * The context of a batch whose calls take turns until its client goes. `answers`
 * keeps them, if they are sent together.
 */
function contextOfBatch(
  request: TrpcRequest,
  reply: FastifyReply,
  { createContext, countUnsent }: Parts,
  answers?: BatchAnswers,
): Context {
  const turns = new TwoAtOnce();
  let bytes = 0;
  reply.raw.once('close', () => turns.end());
  return {
    ...createContext(request),
    inTurn: (work) =>
      turns.run(async () => {
        const result = await work();
        const answer = JSON.stringify(result.data ?? null);
        bytes += Buffer.byteLength(answer);
        countUnsent(request, bytes);
        return answers ? { ...result, data: answers.keep(answer) } : result;
      }),
  };
}

/** tRPC's `Vary` must not replace ours, and it calls errors before any call a text. */
function start(reply: FastifyReply, { status, headers }: Response): FastifyReply {
  const { vary, 'content-type': type = '', ...others } = Object.fromEntries(headers);
  if (vary !== undefined) addVary(reply, vary);
  const isText = type.startsWith('text/');
  return reply
    .code(status)
    .headers(others)
    .type(isText ? 'application/json; charset=utf-8' : type);
}

async function answerWhole(request: TrpcRequest, reply: FastifyReply, parts: Parts) {
  const answers = isBatch(request) ? new BatchAnswers() : undefined;
  const context = answers
    ? contextOfBatch(request, reply, parts, answers)
    : parts.createContext(request);
  const response = await resolve(request, reply, context);
  const text = await response.text();
  if (request.raw.socket.destroyed) return reply.hijack();
  return start(reply, response).send(answers ? answers.complete(text) : text);
}

async function answerByLines(request: TrpcRequest, reply: FastifyReply, parts: Parts) {
  // Compression would delay the lines.
  delete request.raw.headers['accept-encoding'];
  const context = contextOfBatch(request, reply, parts);
  const response = await resolve(request, reply, context);
  return start(reply, response).headers(unbuffered).send(response.body);
}

/** JSON only: otherwise a form on another site could run mutations. */
export async function mountTrpc(app: FastifyInstance, parts: Parts): Promise<void> {
  await app.register(async (scope) => {
    acceptJson(scope);
    scope.route<TrpcRoute>({
      method: ['GET', 'POST'],
      url: `${prefix}:path`,
      exposeHeadRoute: false,
      config: { runsCalls: true },
      handler: async (request, reply) => {
        if (request.method === 'POST') {
          readJson(nothing, request.headers);
        }
        rejectUnknownForm(request);
        rejectBadBatch(request);
        if (!isKnown(request.params.path)) {
          // Calls wait for their own turns. An unknown path has no calls, so it
          // waits here.
          await parts.admit(
            { ip: clientAddress(request), pool: 'document' },
            async () => {},
          );
        }
        return asksForLines(request)
          ? answerByLines(request, reply, parts)
          : answerWhole(request, reply, parts);
      },
    });
  });
}
