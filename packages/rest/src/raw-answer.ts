import { ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorAnswer, HttpErrors, HttpReason } from './http-error.ts';

type ConnectionError = Error & { code?: string; rawPacket?: unknown };

/** Milliseconds that a rejected client may still send before it is cut off. */
const linger = 1_000;

/**
 * Answers input that Node can't read as a request: malformed HTTP (400), a slow
 * request (408), an address (414) or headers (431) beyond Node's 16 KiB. There is
 * no reply object yet, so it writes to the socket and ends the connection. Requests
 * that were read before have their own answers first: they may have changed something.
 */
export function answerBrokenConnection(
  error: ConnectionError,
  socket: Socket,
  errors: HttpErrors,
): void {
  if (socket.writableEnded) {
    // Answered already. Each further piece from the client is another error.
    return;
  }
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const response = property(socket, '_httpMessage');
  if (response instanceof ServerResponse && response.req.complete) {
    socket.pause();
    response.once('close', () => answerBrokenConnection(error, socket, errors));
    return;
  }
  if (isAnswered(socket)) {
    socket.destroy();
    return;
  }
  socket.end(answerText(errors(reasonOf(error))));
  // Closing at once would reset the connection while the client still sends. The
  // client would lose the answer.
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), linger);
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Whether the failed request has an answer, or the start of one. A second answer
 * must not follow. Node keeps the running response on the socket, and marks
 * requests answered before their body was read. Neither is in its types
 * (docs/work/libraries.md).
 */
function isAnswered(socket: Socket): boolean {
  const response = property(socket, '_httpMessage');
  const request = property(property(socket, 'parser'), 'incoming');
  const isDropped =
    property(request, '_dumped') === true && property(request, 'complete') !== true;
  return isDropped || property(response, 'headersSent') === true;
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

/** The error is the same for both. The headers come after the first line. */
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
