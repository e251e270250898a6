import { IncomingMessage } from 'node:http';

/**
 * Most pieces of a body with so many bytes: those of a small network packet, and as
 * many as a program may write for the words of a small JSON text. Each piece costs
 * 2 µs and 300 bytes, even if it holds one byte.
 */
const mostPieces = (bytes: number) => 128 + bytes / 256;

/** After so many pieces they become one. */
const mostApart = 16;

/**
 * Calls back when the body has arrived, or as much as Node reads ahead: 64 KiB. With
 * each half body that ends, the framework would make an error and an answer. Node
 * calls `push` for each piece as it parses it, and for the end.
 */
export function awaitBody(
  message: IncomingMessage,
  { arrived, refuse }: { arrived: () => void; refuse: () => void },
): void {
  const most = message.readableHighWaterMark;
  if (Number(message.headers['content-length']) > most) {
    arrived();
    return;
  }
  let pieces = 0;
  let bytes = 0;
  message.push = (piece) => {
    const hasRoom = IncomingMessage.prototype.push.call(message, piece);
    pieces += 1;
    bytes += piece?.length ?? 0;
    if (piece === null || message.readableLength >= most) {
      Reflect.deleteProperty(message, 'push');
      arrived();
    } else if (pieces > mostPieces(bytes)) {
      message.push = () => false;
      refuse();
    } else if (pieces % mostApart === 0) {
      message.unshift(message.read());
    }
    return hasRoom;
  };
}
