import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { dropUnreadRequests } from './drop-unread-requests.ts';

// Also seen on 20.20, 22.23 and 25.9, by hand.
it('on Node 24, an ended connection makes no further request of a piece that is read', async () => {
  let seen = 0;
  const server = createServer(({ socket }) => {
    seen += 1;
    if (seen === 11) {
      dropUnreadRequests(socket);
      socket.resetAndDestroy();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const client = connect(address.port, '127.0.0.1');
  const closed = new Promise((resolve) => client.once('close', resolve));
  client.on('error', () => {}).write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(900));
  await closed;
  expect(seen).toBe(11);
  server.close();
  expect(process.versions.node).toMatch(/^24\./);
});
