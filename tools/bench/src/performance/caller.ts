import { once } from 'node:events';
import { createConnection } from 'node:net';
import type { HttpRequest } from './requests.ts';

/** The body is a character for each byte. */
type Answer = { status: number; body: string };

/** Who calls over a connection that stays open: one request at a time. */
export type Caller = {
  /** Sends a request, and gives the answer once all of it has come; status 0 where none comes. */
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

const none: Answer = { status: 0, body: '' };

/** An answer that is whole. Every side says how long its answers are. */
function wholeAnswer(text: string): Answer | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) {
    return undefined;
  }
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end)) ?? [];
  const body = text.slice(end + 4);
  if (length === undefined) {
    return none;
  }
  return body.length < Number(length) ? undefined : { status: Number(text.slice(9, 12)), body };
}

/** Who calls, as a proxy would say: each caller from a network of their own, like most people. */
const addressOf = (number: number) => `10.0.${number}.1`;

/** Not a library's client: it takes a fraction of the CPU, of which the servers then have more. */
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
          socket.write(bytesOf({ ...request, headers: { ...proxied, ...request.headers } }));
        } else {
          resolve(none);
        }
      }),
    hangUp: () => socket.destroy(),
  };
}
