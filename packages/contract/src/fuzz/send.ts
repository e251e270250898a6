import {
  Agent,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export type Question = {
  method: string;
  /** Path and query as sent. */
  target: string;
  headers: [name: string, value: string][];
  body?: Uint8Array | undefined;
};

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

const agent = new Agent({ keepAlive: true });

const decoders = new Map([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
]);

/** Milliseconds to wait for an answer. */
const timeout = 30_000;

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const { statusCode = 0, headers } = response;
  const body = await buffer(response);
  const decode = decoders.get(headers['content-encoding'] ?? '');
  return {
    status: statusCode,
    headers,
    body: decode && body.length > 0 ? decode(body) : body,
  };
}

async function ask(
  origin: string,
  { method, target, headers, body }: Question,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const asked = request(origin, { method, path: target, agent, timeout });
  for (const [name, value] of headers) {
    asked.appendHeader(name, value);
  }
  // Node sends no length for GET and DELETE, so the body would be chunked.
  if (body !== undefined) {
    asked.setHeader('content-length', body.length);
  }
  asked.once('timeout', () => asked.destroy(new Error('no answer came')));
  asked.once('error', reject);
  asked.once('response', (response) => {
    readAnswer(response).then(resolve, reject);
  });
  asked.end(body);
  return promise;
}

const isReset = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ECONNRESET' || error.code === 'EPIPE');

/**
 * Sends a request exactly as given. Retries once if the server had just closed
 * the connection.
 */
export async function send(origin: string, question: Question): Promise<Answer> {
  try {
    return await ask(origin, question);
  } catch (error) {
    if (isReset(error)) {
      return ask(origin, question);
    }
    throw error;
  }
}

/** Lets the process and the server end. */
export const closeConnections = () => agent.destroy();
