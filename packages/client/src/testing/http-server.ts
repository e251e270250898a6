import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

export type TestServer = {
  origin: string;
  [Symbol.asyncDispose]: () => Promise<void>;
};

export async function listen(answer: RequestListener): Promise<TestServer> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) {
    throw new Error('The server listens nowhere');
  }
  return {
    origin: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
