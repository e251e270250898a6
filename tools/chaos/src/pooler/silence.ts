import { setTimeout as sleep } from 'node:timers/promises';
import { cuttableLink } from '@namecard/testing';
import { ask } from '../sign-in/fixture/ask.ts';
import { format, type Report } from '../sign-in/fixture/findings.ts';
import { openFixture } from '../sign-in/fixture/fixture.ts';
import { startLoad } from '../sign-in/fixture/load.ts';
import { freshEmail, signIn } from '../sign-in/fixture/people.ts';

/** Seconds after which people are served again, the calls that wait for a connection included. */
const soonest = 30;

/** Has a link lose what all connections send while people use the service, and looks when it serves again; then lets it end so. */
export async function fallSilent(databaseUrl: string): Promise<Report> {
  const link = await cuttableLink(databaseUrl);
  const fixture = await openFixture(link.url, { MAX_PROFILES_PER_ACCOUNT: '0' });
  const people = Array.from({ length: 12 }, async () =>
    signIn(fixture, freshEmail('user')),
  );
  const tokens = await Promise.all(people);
  const load = startLoad(fixture.origins, tokens);
  await sleep(3_000);
  link.swallow();
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1_000;
  const [token = ''] = tokens;
  for (let served = 0; served < 20 && elapsed() < 2 * soonest;) {
    const { status } = await ask(`${fixture.origins[1]}/api/v1/users/me`, { token });
    served = status === 200 ? served + 1 : 0;
    await sleep(50);
  }
  const again = elapsed();
  await load.stop();
  const { 200: well, 401: refused, 503: unavailable, ...others } = load.counts.statuses;
  link.swallow();
  const stopping = performance.now();
  const endings = await Promise.all(
    fixture.instances.map(async (instance) => instance.stop()),
  );
  const seconds = (performance.now() - stopping) / 1_000;
  await fixture.database.close();
  await fixture.inbox.close();
  await link.cut();
  return [
    {
      promise: `connections that nothing comes over any more: served again within ${soonest} s, without a restart`,
      kept: again < soonest && Object.keys(others).length === 0,
      figures: `after ${again.toFixed(1)} s; 200 ${well}, 401 ${refused}, 503 ${unavailable}, others ${format(others)}`,
    },
    {
      promise:
        'SIGTERM while the database does not answer ends an instance within 15 s, well',
      kept: seconds < 15 && endings.every((ending) => ending === 0),
      figures: `${endings.join(', ')} after ${seconds.toFixed(1)} s`,
    },
  ];
}
