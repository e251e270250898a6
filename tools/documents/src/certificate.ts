import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { TLSSocket } from 'node:tls';
import { bash } from './shell.ts';
import { work } from './workplace.ts';

const make =
  'openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -keyout key -out cert';

/**
 * A server with a certificate, such as PostgreSQL: if the client first asks in
 * plain text for encryption, it agrees with `S`.
 */
export async function serveCertificate(port: number) {
  await bash(make, { cwd: work });
  const [key, cert] = await Promise.all(
    ['key', 'cert'].map(async (name) => readFile(`${work}/${name}`, 'utf8')),
  );
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (first: Buffer) => {
      socket.pause();
      // PostgreSQL's request begins with its length, TLS with 22.
      if (first[0] === 0) socket.write('S');
      else socket.unshift(first);
      new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => {});
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
    },
  };
}
