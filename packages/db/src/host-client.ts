import { Client, type ClientConfig } from 'pg';
import type { DatabaseAddress } from './database-url.ts';
import { createHosts, type Chosen } from './hosts.ts';

type Connected = (error?: Error) => void;

/**
 * Clients for the driver's pool, each of which connects to the host of `address` that is to be used. A host is looked for
 * again once a connection to it failed, or it said that it is read-only, as one does that is no longer the primary.
 */
export function clientOf(
  address: DatabaseAddress,
  Base: typeof Client = Client,
): typeof Client {
  const hosts = createHosts(address);
  return class HostClient extends Base {
    constructor(config?: ClientConfig) {
      // Which host it will be, and how it encrypts, is found out when it connects.
      super({ ...config, ...address.login, ssl: address.tls !== false });
      // The pool listens only once it knows of the connection. A server that greets and ends in one packet is earlier, and
      // an error that nobody listens to would end the process.
      this.on('error', () => {});
    }

    override connect(): Promise<void>;
    override connect(connected: Connected): void;
    override connect(connected?: Connected): Promise<void> | void {
      const connecting = this.#connect();
      if (connected === undefined) return connecting;
      connecting.then(() => connected(), connected);
    }

    async #connect(): Promise<void> {
      const choice = hosts.choose();
      const { ssl, ...place } = await choice;
      Object.assign(this, { ...place, ssl });
      Object.assign(this.connection, { ssl });
      this.#leaveWhenReadOnly(choice);
      try {
        await super.connect();
      } catch (error) {
        hosts.forget(choice);
        throw error;
      }
    }

    /** A transaction ends first, as any other that failed. Whoever has the connection next must find it closed already. */
    #leaveWhenReadOnly(choice: Promise<Chosen>): void {
      let status = 'I';
      let isReadOnly = false;
      const leave = () => {
        if (!isReadOnly || status !== 'I') return;
        hosts.forget(choice);
        void this.end();
      };
      this.connection.on('errorMessage', ({ code }: { code?: string }) => {
        isReadOnly ||= code === '25006';
        process.nextTick(leave);
      });
      this.connection.on('readyForQuery', (message: { status: string }) => {
        status = message.status;
        leave();
      });
    }
  };
}
