import { setTimeout as sleep } from 'node:timers/promises';
import { cuttableLink, fetchJson } from '@namecard/testing';
import { answerFigures } from '../harness/book.ts';
import { none, type Figure } from '../harness/figures.ts';
import { startLoad } from '../harness/load.ts';
import { signInAll } from '../harness/people.ts';
import { byTurns, startService } from '../harness/start-service.ts';

/** Seconds until people are served again, including waits for a connection. */
const soonest = 30;

/** A link drops all data, first in use and later while instances end. */
export async function fallSilent(databaseUrl: string): Promise<Figure[]> {
  const link = await cuttableLink(databaseUrl);
  await using service = await startService(link.url, { instances: 2 });
  const tokens = await signInAll(service, 12);
  const load = startLoad(service, tokens);
  await sleep(3_000);
  link.swallow();
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1_000;
  const [token = ''] = tokens;
  for (let served = 0, asked = 0; served < 40 && elapsed() < 2 * soonest; asked += 1) {
    const origin = byTurns(service.origins, asked);
    const { status } = await fetchJson(`${origin}/api/v1/users/me`, { token });
    served = status === 200 ? served + 1 : 0;
    await sleep(25);
  }
  const again = elapsed();
  await load.stop();
  link.swallow();
  const stopping = performance.now();
  const endings = await Promise.all(
    service.instances.map(async (instance) => instance.stop()),
  );
  const seconds = (performance.now() - stopping) / 1_000;
  await link.cut();
  return [
    { name: 'served again after', value: again, unit: 's', atMost: soonest },
    ...answerFigures(load.answers),
    { name: 'ended after SIGTERM, silent again', value: seconds, unit: 's', atMost: 15 },
    none(
      'instances that ended with an error',
      endings.filter((code) => code !== 0).length,
    ),
  ];
}
