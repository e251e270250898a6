import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { TRPCError, type AnyRouter } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { fastify, type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { acceptJson } from './accept-json.ts';
import { answerErrors } from './answer-errors.ts';
import { mountRouter } from './mount-router.ts';
import { type ErrorAnswer, type HttpReason, httpStatuses } from './http-error.ts';
import { serverOptions } from './server-options.ts';
import { bookRouter } from './testing/book-router.ts';

export type Library = {
  app: FastifyInstance;
  /** Such as `http://127.0.0.1:40000`. */
  origin: string;
  port: number;
  unexpected: unknown[];
  [Symbol.asyncDispose]: () => Promise<void>;
};

type Given = {
  router?: AnyRouter;
  limits?: Omit<Parameters<typeof serverOptions>[0], 'errors'>;
  answer?: (error: unknown) => ErrorAnswer | undefined;
  closeGrace?: number;
  extend?: (app: FastifyInstance) => void;
};

function errors(reason: HttpReason): ErrorAnswer {
  return {
    status: httpStatuses[reason],
    body: { message: `Because of ${reason}.`, code: 'ANY', reason },
    headers: reason === 'UNAVAILABLE' ? { 'retry-after': '5' } : {},
  };
}

function answerOfProcedure(error: unknown): ErrorAnswer | undefined {
  if (!(error instanceof TRPCError) || error.code === 'INTERNAL_SERVER_ERROR') {
    return undefined;
  }
  const { code, message } = error;
  return {
    status: getHTTPStatusCodeFromError(error),
    body: { message, code, reason: code },
  };
}

/** Starts a server under `/v1`. The header `reader` signs in. */
export async function startLibrary(given: Given = {}): Promise<Library> {
  const { router = bookRouter, limits, closeGrace = 200, extend } = given;
  const { answer = answerOfProcedure } = given;
  const unexpected: unknown[] = [];
  const app = fastify(serverOptions({ errors, ...limits }));
  answerErrors(app, {
    errors,
    answer,
    closeGrace,
    onUnexpected: (error) => unexpected.push(error),
  });
  extend?.(app);
  await app.register(async (rest) => {
    acceptJson(rest);
    mountRouter(rest, {
      router,
      prefix: '/v1',
      createContext: ({ headers }) => ({ reader: headers['reader']?.toString() }),
    });
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const close = async () => {
    await app.close();
  };
  return {
    app,
    origin,
    port: Number(new URL(origin).port),
    unexpected,
    [Symbol.asyncDispose]: close,
  };
}

/** Sends bytes on a new socket, and returns all that comes until its end. */
export async function talk(port: number, ...parts: (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  for (const part of parts) {
    socket.write(part);
  }
  return text(socket);
}

type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

type Question = { headers?: Record<string, string>; body?: string | Buffer };

/**
 * Sends a request exactly as written, such as `GET /v1/books`. Clients other than
 * node:http resolve `..` and backslashes first.
 */
export async function ask(
  { port }: Library,
  line: string,
  { headers = {}, body }: Question = {},
): Promise<Answer> {
  const [method = '', path = ''] = line.split(' ');
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = request({ port, host: '127.0.0.1', agent: false, method, path, headers });
  if (body !== undefined && headers['transfer-encoding'] === undefined) {
    sent.setHeader('content-length', Buffer.byteLength(body));
  }
  sent.on('error', reject);
  sent.on('response', (response) => {
    text(response).then(
      (read) =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: read,
        }),
      reject,
    );
  });
  sent.end(body);
  return promise;
}

export async function sendJson(
  library: Library,
  line: string,
  body: string | Buffer,
): Promise<Answer> {
  return ask(library, line, { headers: { 'content-type': 'application/json' }, body });
}

/** The `reason` of an error answer; fails if the body is no error body. */
export function reasonOf({ text: body }: { text: string }): string {
  return errorBody.parse(JSON.parse(body)).reason;
}

const errorBody = z.strictObject({
  message: z.string().min(1),
  code: z.string().regex(/^[A-Z_]+$/),
  reason: z.string().regex(/^[A-Z_]+$/),
  issues: z
    .array(
      z.strictObject({
        path: z.array(z.union([z.string(), z.number()])),
        message: z.string(),
      }),
    )
    .optional(),
});
