import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listen } from './listen.ts';

export type CuttableLink = {
  /** Leads to the database through the link. */
  url: string;
  /** Acts like a database that is gone. */
  cut: () => Promise<void>;
  mend: () => Promise<void>;
  /** Loses all data on open connections in silence. New ones work. */
  swallow: () => void;
};

function join(near: Socket, far: Socket): void {
  near.pipe(far).pipe(near);
  near.on('error', () => far.destroy());
  far.on('error', () => near.destroy());
  near.on('close', () => far.destroy());
  far.on('close', () => near.destroy());
}

/** A link to the database that a test can cut, mend or silence. */
export async function cuttableLink(databaseUrl: string): Promise<CuttableLink> {
  const { hostname, port: farPort } = new URL(databaseUrl);
  const sockets = new Map<Socket, Socket>();
  const server = createServer((near) => {
    const far = connect(Number(farPort) || 5432, hostname);
    sockets.set(near, far);
    near.on('close', () => sockets.delete(near));
    join(near, far);
  });
  const port = await listen(server, 0);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    cut: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets.keys()) {
        socket.destroy();
      }
      await closed;
    },
    mend: async () => {
      await listen(server, port);
    },
    swallow: () => {
      for (const socket of [...sockets].flat()) {
        socket.unpipe().resume();
      }
    },
  };
}
