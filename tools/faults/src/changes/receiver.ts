import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { ask, read } from '../harness/ask.ts';
import { none, type Figure } from '../harness/figures.ts';
import type { ReadChange } from './reader.ts';

const Message = z.object({
  type: z.string(),
  data: z.object({ id: z.string(), revision: z.number() }),
});

const Created = z.object({
  result: z.object({ data: z.object({ data: z.object({ secret: z.string() }) }) }),
});

const kinds = [
  'user.updated',
  'profile.created',
  'profile.updated',
  'profile.hidden',
  'profile.restored',
  'profile.deleted',
];

/** Seconds. One try in five fails, and each pause doubles. */
const patience = 600;

const nameOf = ({ id, revision }: { id: string; revision: number }) =>
  `${id} ${revision}`;

export type Receiver = AsyncDisposable & {
  /**
   * Waits for all changes of the feed, except those of the always failing
   * subject.
   */
  figures(changes: readonly ReadChange[]): Promise<Figure[]>;
};

/**
 * Receives webhooks. Refuses one try in five at random, and everything about the
 * first profile.
 */
export async function startReceiving(origin: string, token: string): Promise<Receiver> {
  const accepted = new Set<string>();
  let [tries, forged, failing] = [0, 0, ''];
  let webhook = new Webhook('unknown', { format: 'raw' });
  const server = createServer((request, response) => {
    const take = async () => {
      const body = await text(request);
      tries += 1;
      const { type, data } = Message.parse(JSON.parse(body));
      if (failing === '' && type === 'profile.created') failing = data.id;
      try {
        webhook.verify(body, z.record(z.string(), z.string()).parse(request.headers));
      } catch {
        forged += 1;
      }
      const isRefused = data.id === failing || Math.random() < 0.2;
      if (!isRefused) accepted.add(nameOf(data));
      response.writeHead(isRefused ? 500 : 204).end();
    };
    void take();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const json = { url: `http://127.0.0.1:${port}/`, kinds };
  const created = await ask(`${origin}/trpc/webhooks.create`, { token, json });
  webhook = new Webhook(read(Created, created).result.data.data.secret);

  return {
    figures: async (changes) => {
      const others = changes.filter(({ id }) => id !== failing);
      const missing = () =>
        others.filter((change) => !accepted.has(nameOf(change))).length;
      const began = performance.now();
      while (missing() > 0 && performance.now() - began < patience * 1_000)
        await sleep(100);
      return [
        { name: 'webhooks that were tried', value: tries, atLeast: changes.length },
        {
          name: 'of the subject that always failed',
          value: changes.length - others.length,
          atLeast: 1,
        },
        none('not accepted of all others', missing()),
        none('not signed as they should be', forged),
        {
          name: 'until the last came',
          value: (performance.now() - began) / 1_000,
          unit: 's',
        },
      ];
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
