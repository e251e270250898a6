import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listen } from './listen.ts';

export type CuttableLink = {
  /** The database, by way of the link. */
  url: string;
  /** Ends every connection and refuses new ones, as a database that is gone does. */
  cut: () => Promise<void>;
  mend: () => Promise<void>;
  /** Loses what is sent over the connections that are open, and says so to neither side; new ones work. */
  swallow: () => void;
};

/** Passes everything on, in both directions. */
function join(near: Socket, far: Socket): void {
  near.pipe(far).pipe(near);
  near.on('error', () => far.destroy());
  far.on('error', () => near.destroy());
  near.on('close', () => far.destroy());
  far.on('close', () => near.destroy());
}

/** A way to the database at `databaseUrl` that a test can cut and mend, or let fall silent. */
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
