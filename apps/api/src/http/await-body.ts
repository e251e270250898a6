import { IncomingMessage } from 'node:http';

/**
 * Most pieces of a body with so many bytes: those of a small network packet, and as
 * many as a program may write for the words of a small JSON text. Each piece costs
 * 2 µs and 300 bytes, even if it holds one byte.
 */
const mostPieces = (bytes: number) => 128 + bytes / 256;

/** After so many pieces they become one. */
const mostApart = 16;

/** Frees the memory of a piece at once. A small one may share it with others. */
function free(piece: Buffer): void {
  const { buffer, byteLength } = piece;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) {
    buffer.transfer(0);
  }
}

/**
 * Calls back when the body has arrived, or as much as Node reads ahead: 64 KiB. With
 * each half body that ends, the framework would make an error and an answer. Node
 * calls `push` for each piece as it parses it, and for the end.
 * @returns a function that frees what has arrived. A flood of half bodies would let V8
 * search the whole heap for them several times in a second.
 */
export function awaitBody(
  message: IncomingMessage,
  { arrived, refuse }: { arrived: () => void; refuse: () => void },
): () => void {
  const most = message.readableHighWaterMark;
  const apart: Buffer[] = [];
  let pieces = 0;
  let bytes = 0;
  message.push = (piece) => {
    const hasRoom = IncomingMessage.prototype.push.call(message, piece);
    pieces += 1;
    bytes += piece?.length ?? 0;
    if (Buffer.isBuffer(piece)) apart.push(piece);
    if (piece === null || message.readableLength >= most) {
      Reflect.deleteProperty(message, 'push');
      arrived();
    } else if (pieces > mostPieces(bytes)) {
      refuse();
    } else if (pieces % mostApart === 0) {
      const whole: unknown = message.read();
      message.unshift(whole);
      if (Buffer.isBuffer(whole)) apart.splice(0, apart.length, whole);
    }
    return hasRoom;
  };
  return () => apart.splice(0).forEach(free);
}
