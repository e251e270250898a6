/**
 * A process that starts services for the tests of another one, in which it is forked.
 *
 * Problem: a process with the service takes 2.5 s of CPU until it is ready, and tens of
 * test files need one each.
 *
 * Plan: the process of the tests forks this program once. A further service in it takes a
 * fifth of that.
 */
import pino from 'pino';
import { z } from 'zod';
import { startService, type Service } from '../process/start-service.ts';
import { fillWithDemo } from '../scripts/seed/demo.ts';
import { readEnvironment } from '../settings/environment.ts';

/** Without settings: to stop it. */
const Wish = z.object({
  id: z.uuid(),
  settings: z.record(z.string(), z.string()).optional(),
  demo: z.boolean().optional(),
});

type Wish = z.infer<typeof Wish>;

const services = new Map<string, Service>();

async function grant({ id, settings, demo = false }: Wish) {
  if (settings === undefined) {
    await services.get(id)?.close();
    services.delete(id);
    return { id };
  }
  const environment = readEnvironment({ PORT: '0', ...settings });
  // It refuses nothing for lack of memory, which services before it have taken too.
  const service = await startService(environment, pino({ level: 'silent' }), {
    memory: undefined,
  });
  services.set(id, service);
  if (demo) await fillWithDemo(service.parts);
  return { id, origin: service.address, mailbox: service.mailbox };
}

process.on('message', (message) => {
  const wish = Wish.parse(message);
  void grant(wish)
    .catch((error: unknown) => ({ id: wish.id, error: String(error) }))
    .then((answer) => process.send?.(answer));
});

process.once('disconnect', () => process.exit());
