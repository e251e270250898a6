import { once } from 'node:events';
import { createServer, IncomingMessage, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { dropUnread } from './drop-unread.ts';

async function startServer(listener: RequestListener) {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    /** Sends the text and returns what comes until the connection closes. */
    send: async (text: string) => {
      const client = connect(address.port, '127.0.0.1');
      const closed = new Promise((resolve) => client.once('close', resolve));
      let answer = '';
      client.on('data', (data) => (answer += String(data)));
      client.on('error', () => {}).write(text);
      await closed;
      return answer;
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

const head = (...lines: string[]) => [...lines, 'host: x', '', ''].join('\r\n');

// Also seen on 20.20, 22.23 and 25.9, by hand.
it('on Node 24, an ended connection makes no further request of a piece that is read', async () => {
  let seen = 0;
  await using server = await startServer(({ socket }) => {
    seen += 1;
    if (seen === 11) {
      dropUnread(socket);
      socket.resetAndDestroy();
    }
  });
  await server.send(head('GET / HTTP/1.1').repeat(900));
  expect(seen).toBe(11);
  expect(process.versions.node).toMatch(/^24\./);
});

it('it makes no further piece of a body, and later connections have bodies', async () => {
  let pieces = 0;
  await using server = await startServer((message, response) => {
    const { socket } = message;
    message.push = (piece) => {
      pieces += 1;
      if (pieces === 11) {
        dropUnread(socket);
        socket.resetAndDestroy();
      }
      return IncomingMessage.prototype.push.call(message, piece);
    };
    message.on('data', (data) => response.end(String(data)));
  });
  const post = head('POST / HTTP/1.1', 'connection: close', 'transfer-encoding: chunked');
  await server.send(post + '1\r\nx\r\n'.repeat(10_000));
  expect(pieces).toBe(11);
  expect(await server.send(`${post}5\r\nlater\r\n0\r\n\r\n`)).toContain('later');
});
