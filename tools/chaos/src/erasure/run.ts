import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fetchJson, signIn, startLoad, startService } from '@namecard/testing';
import { z } from 'zod';
import { type Figure, isHeld, rowOf } from '../figures.ts';
import { startPostgres } from '../sign-in/fixture/postgres.ts';
import { makeHistory, watchErasure } from './history.ts';

/**
 * Erases a moderator with a long history while others call: the answer comes at once, the rest within two minutes, and nobody
 * else's call fails or waits. Exits with 1 where that is not so.
 *
 *     npm run chaos:erase -- [--events 800000]
 */
const { values } = parseArgs({ options: { events: { type: 'string', default: '800000' } } });
const events = z.coerce.number().int().min(1).parse(values.events);

const Me = z.object({ data: z.object({ user: z.object({ id: z.uuid() }) }) });

const clients = 4;

/** Seconds of calls before the erasure, to compare with. */
const before = 15;

async function measure(): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const postgres = await startPostgres();
  stack.defer(() => postgres.remove());
  const service = await startService({ DATABASE_URL: postgres.url });
  stack.defer(async () => void (await service.stop()));
  const api = `${service.origin}/api/v1`;
  const moderator = await signIn(service, 'moderator@example.com');
  const others: string[] = [];
  for (let client = 0; client < clients; client += 1) {
    others.push(await signIn(service, `other-${client}@example.com`));
  }
  const { body } = await fetchJson(`${api}/users/me`, { token: moderator });
  const { id } = Me.parse(body).data.user;
  await makeHistory(postgres.url, id, events);
  const watch = stack.use(await watchErasure(postgres.url, id));

  const load = () =>
    startLoad(service.origin, clients, (client, count) => ({
      token: others[client] ?? '',
      ...(client === 0
        ? { method: 'PATCH', path: '/api/v1/users/me', json: { worldId: `${count}` } }
        : { path: '/api/v1/profiles' }),
    }));
  const quiet = load();
  await sleep(before * 1_000);
  await quiet.stop();

  const busy = load();
  const began = performance.now();
  const { status } = await fetchJson(`${api}/users/me`, { method: 'DELETE', token: moderator });
  const answered = performance.now() - began;
  let state = await watch.read();
  while (state.isUnderWay) {
    await sleep(500);
    state = await watch.read();
  }
  const ended = performance.now() - began;
  await busy.stop();
  return [
    { name: 'status of the answer', value: status, atLeast: 200, atMost: 200 },
    { name: 'the answer', value: answered, unit: 'ms', atMost: 1_000 },
    { name: 'all is forgotten', value: ended / 1_000, unit: 's', atMost: 120 },
    { name: 'actions that still name them', value: state.named, atMost: 0 },
    { name: 'calls of others that failed', value: busy.failures.length, atMost: 0 },
    { name: 'calls a second before', value: quiet.calls / before },
    { name: 'calls a second meanwhile', value: busy.calls / (ended / 1_000) },
    { name: 'slowest call before', value: quiet.slowest, unit: 'ms' },
    { name: 'slowest call meanwhile', value: busy.slowest, unit: 'ms', atMost: 1_000 },
  ];
}

const figures = await measure();
console.table(figures.map((figure) => rowOf(`${events} events`, figure)));
process.exit(figures.every(isHeld) ? 0 : 1);
