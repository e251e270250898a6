import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Flood } from './floods.ts';

/** What the parent process tells: the flood, then when to send, then when to end. */
export type Told = { flood: Flood; origin: string } | 'send' | 'end';

/** In 20 milliseconds. More connections would overflow the accept queue. */
const openedAtOnce = 100;

const statuses: Record<string, number> = {};
const sockets: Socket[] = [];
let text = '';

const note = (status: string) => (statuses[status] = (statuses[status] ?? 0) + 1);

function open(flood: Flood, origin: string, index: number): void {
  const { hostname, port } = new URL(origin);
  const network = index % flood.networks;
  const host = 1 + (Math.floor(index / flood.networks) % 250);
  const socket = connect({
    host: hostname,
    port: Number(port),
    localAddress: `20.1.${network}.${host}`,
  });
  sockets.push(socket);
  socket.on('error', () => {}).once('close', () => note('ended'));
  if (!flood.unread) {
    socket.on('data', (data: Buffer) => {
      for (const [, status = ''] of data
        .toString('latin1')
        .matchAll(/HTTP\/1.1 (\d+)/g)) {
        note(status);
      }
    });
  }
  if (!flood.stops) socket.write(flood.text);
}

async function begin({ flood, origin }: Extract<Told, object>): Promise<void> {
  text = flood.text;
  for (let index = 0; index < flood.connections; index += 1) {
    open(flood, origin, index);
    if (index % openedAtOnce === openedAtOnce - 1) await sleep(20);
  }
  process.send?.('opened');
}

process.on('message', (told: Told) => {
  if (told === 'send') {
    sockets.forEach((socket) => socket.write(text));
  } else if (told === 'end') {
    process.send?.(statuses, () => process.exit());
  } else {
    void begin(told);
  }
});
// The parent process has ended.
process.once('disconnect', () => process.exit());
