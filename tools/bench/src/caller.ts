import { once } from 'node:events';
import { createConnection } from 'node:net';

export type HttpRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
};

type Answer = { status: number; body: string };

/** An open connection with one request at a time. */
export type Caller = {
  /** Sends a request and returns the whole answer. Status 0 means no answer. */
  ask: (request: HttpRequest) => Promise<Answer>;
  hangUp: () => void;
};

function bytesOf({ method, path, headers, body = '' }: HttpRequest): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`;
}

/** A chunked body (RFC 9112, 7.1); undefined before its last chunk. */
function unchunked(body: string): string | undefined {
  let joined = '';
  let rest = body;
  for (;;) {
    const start = rest.indexOf('\r\n') + 2;
    const size = Number.parseInt(rest, 16);
    if (start === 1 || !(rest.length >= start + size + 2)) {
      return undefined;
    }
    if (size === 0) {
      return joined;
    }
    joined += rest.slice(start, start + size);
    rest = rest.slice(start + size + 2);
  }
}

/**
 * A complete answer, with one character per byte. tRPC sends chunks, others a
 * length.
 */
function wholeAnswer(text: string): Answer | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) {
    return undefined;
  }
  const head = text.slice(0, end);
  const [, length = '0'] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  const rest = text.slice(end + 4);
  const whole = rest.length < Number(length) ? undefined : rest;
  const body = /\r\ntransfer-encoding: chunked/i.test(head) ? unchunked(rest) : whole;
  if (body === undefined) return undefined;
  const status = Number(text.slice(9, 12));
  return { status, body: Buffer.from(body, 'latin1').toString() };
}

const none: Answer = { status: 0, body: '' };

/** Each caller has its own network, like most people. */
const addressOf = (number: number) => `10.0.${number}.1`;

/** Uses much less CPU than a client library, which leaves more to the servers. */
export async function connectCaller(origin: string, number: number): Promise<Caller> {
  const proxied = { 'x-forwarded-for': addressOf(number) };
  const { hostname, port } = new URL(origin);
  const socket = createConnection(Number(port), hostname);
  await once(socket, 'connect');
  socket.setNoDelay(true).setEncoding('latin1');
  let received = '';
  let waiting = (_answer: Answer) => {};
  const finish = (answer: Answer) => {
    received = '';
    const answered = waiting;
    waiting = () => {};
    answered(answer);
  };
  socket.on('data', (chunk) => {
    received += chunk.toString();
    const answer = wholeAnswer(received);
    if (answer) {
      finish(answer);
    }
  });
  socket.on('error', () => {}).on('close', () => finish(none));
  return {
    ask: async (request) =>
      new Promise((resolve) => {
        if (socket.writable) {
          waiting = resolve;
          socket.write(
            bytesOf({ ...request, headers: { ...proxied, ...request.headers } }),
          );
        } else {
          resolve(none);
        }
      }),
    hangUp: () => socket.destroy(),
  };
}
