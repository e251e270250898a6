import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { startSide, type SideName } from './side.ts';
import { signIn } from './sign-in.ts';
import { countMessages, type Counted } from './statement-counter.ts';

export type StatementCounts = Counted & { side: SideName };

const users = 200;

type Wire = { url: string; counted: Counted; close(): void };

/** A connection to the database on which every statement is counted. */
export async function tap(databaseUrl: string): Promise<Wire> {
  const { hostname, port } = new URL(databaseUrl);
  const counted: Counted = {
    statements: 0,
    transactions: 0,
    deliveryStatements: 0,
    deliveryTransactions: 0,
  };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    const count = countMessages(counted);
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one);
      one.setNoDelay(true);
      one.pipe(other);
      one.on('error', () => other.destroy());
    }
    client.on('data', count);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('The tap listens nowhere');
  }
  const url = new URL(databaseUrl);
  url.port = String(address.port);
  return {
    url: url.href,
    counted,
    close: () => {
      server.close();
      sockets.forEach((socket) => socket.destroy());
    },
  };
}

const perUser = (count: number) => count / users;

/** What signing one new user in asks of the database, on average over many. */
export async function countStatements(
  name: SideName,
  databaseUrl: string,
): Promise<StatementCounts> {
  const wire = await tap(databaseUrl);
  const side = await startSide(name, wire.url);
  try {
    const before = { ...wire.counted };
    await signIn(side, databaseUrl, { users, callers: 10 });
    const { counted } = wire;
    return {
      side: name,
      statements: perUser(counted.statements - before.statements),
      transactions: perUser(counted.transactions - before.transactions),
      deliveryStatements: perUser(counted.deliveryStatements - before.deliveryStatements),
      deliveryTransactions: perUser(
        counted.deliveryTransactions - before.deliveryTransactions,
      ),
    };
  } finally {
    await side.stop();
    wire.close();
  }
}
