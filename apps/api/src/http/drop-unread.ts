import type { Socket } from 'node:net';

/** What a parser's `onIncoming` returns to stop reading, as after an upgrade. */
const stop = () => 2;

/**
 * Makes Node drop what it still reads from a connection that was ended. One piece of
 * 64 kB holds 900 requests or 10,000 chunks of a body, and Node would go on to make
 * an object of each. The parser is not in Node's types (docs/work/libraries.md).
 */
export function dropUnread(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser');
  if (typeof parser !== 'object' || parser === null) return;
  Reflect.set(parser, 'onIncoming', stop);
  const { kOnBody }: { kOnBody?: number } = Object(parser.constructor);
  if (kOnBody === undefined) return;
  const onBody: unknown = Reflect.get(parser, kOnBody);
  Reflect.set(parser, kOnBody, undefined);
  // Node gives the parser to a later connection.
  socket.once('close', () => Reflect.set(parser, kOnBody, onBody));
}
