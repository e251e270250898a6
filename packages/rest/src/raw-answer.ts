import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorAnswer, HttpErrors, HttpReason } from './http-error.ts';

type ConnectionError = Error & { code?: string; rawPacket?: unknown };

/** Milliseconds that a rejected client may go on sending before the connection is cut. */
const linger = 1_000;

/**
 * Answers what Node could not read as a request: malformed HTTP (400), a request that
 * takes too long (408), an address (414) or headers (431) beyond Node's 16 KiB. There is no
 * reply object yet, so the answer is written to the socket. Then the connection ends.
 */
export function answerBrokenConnection(
  error: ConnectionError,
  socket: Socket,
  errors: HttpErrors,
): void {
  if (socket.writableEnded) {
    // Answered already: each further piece of what the client sends is an error again.
    return;
  }
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswered(socket)) {
    socket.destroy();
    return;
  }
  socket.end(answerText(errors(reasonOf(error))));
  // Closing at once would reset the connection under a client that is still sending,
  // and it would lose the answer.
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), linger);
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Whether the request that failed has had its answer, or the beginning of one: a second
 * must not be mixed in. Node keeps the response in progress on the socket, and marks a
 * request that was answered before its body was read; neither is in its types
 * (docs/work/libraries.md).
 */
function isAnswered(socket: Socket): boolean {
  const response = property(socket, '_httpMessage');
  const request = property(property(socket, 'parser'), 'incoming');
  return (
    property(response, 'headersSent') === true || property(request, '_dumped') === true
  );
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Reflect.get(value, name)
    : undefined;
}

function reasonOf(error: ConnectionError): HttpReason {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'REQUEST_TIMEOUT';
    case 'HPE_HEADER_OVERFLOW':
      return endsFirstLine(error.rawPacket) ? 'HEADERS_TOO_LARGE' : 'URI_TOO_LONG';
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 'BODY_TOO_LARGE';
    default:
      return 'MALFORMED_REQUEST';
  }
}

/** One error stands for both: it was the headers that overflowed if the first line ended. */
function endsFirstLine(packet: unknown): boolean {
  return !Buffer.isBuffer(packet) || packet.subarray(0, 16_384).includes('\n');
}

function answerText(answer: ErrorAnswer): string {
  const body = JSON.stringify(answer.body);
  return [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(answer.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
