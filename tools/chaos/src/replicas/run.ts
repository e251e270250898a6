import { parseArgs } from 'node:util';
import { rowOf } from '../figures.ts';
import { openFixture } from './fixture.ts';
import { cpu, creates, hides, killed, walks } from './scenarios.ts';

/**
 * What replicas promise, on a primary and two standbys of Debian's PostgreSQL, one of which lags half a second behind: nobody misses
 * their own change or reads what was hidden, a walk holds all that was there, and no request fails for a replica. Exits with 1 where
 * a promise is broken.
 *
 *     npm run chaos:replicas -- [--short]
 */
const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } });
const times = values.short ? 50 : 1_000;

const rows: ReturnType<typeof rowOf>[] = [];
{
  await using fixture = await openFixture();
  for (const [name, run] of Object.entries({ walks, creates, hides, cpu, killed })) {
    const figures = await run(fixture, times);
    const drawn = figures.map((figure) => rowOf(name, figure));
    console.table(drawn);
    rows.push(...drawn);
  }
}
process.exit(rows.some(({ held }) => held === false) ? 1 : 0);
