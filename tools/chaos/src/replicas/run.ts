import { parseArgs } from 'node:util';
import { rowOf } from '../figures.ts';
import { openFixture } from './fixture.ts';
import { interleavings } from './interleavings.ts';
import { cpu, creates, hides, killed, type Scenario, walks } from './scenarios.ts';

/**
 * What replicas promise, on a primary and two standbys of Debian's PostgreSQL, one of which lags half a second behind: nobody misses
 * their own change or reads what was hidden, what ended is ended for the next request, a walk holds all that was there, and no request fails for a replica. Exits with 1 where
 * a promise is broken.
 *
 *     npm run chaos:replicas -- [--short] [--only seen]
 */
const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
const times = values.short ? 50 : 1_000;

const rows: ReturnType<typeof rowOf>[] = [];
{
  await using fixture = await openFixture();
  const half = values.short ? 150 : 50_000;
  const seen: Scenario = async (given) => interleavings(given, given.plain, half);
  const seenBehindReplicas: Scenario = async (given) =>
    interleavings(given, given.origins, half);
  // Of few profiles a list costs the primary little more than its caller's session.
  const dear = values.short ? {} : { cpu };
  const scenarios = { walks, creates, hides, seen, seenBehindReplicas, ...dear, killed };
  const chosen = Object.entries(scenarios).filter(([name]) =>
    name.startsWith(values.only),
  );
  for (const [name, run] of chosen) {
    const figures = await run(fixture, times);
    const drawn = figures.map((figure) => rowOf(name, figure));
    console.table(drawn);
    rows.push(...drawn);
  }
}
process.exit(rows.some(({ held }) => held === false) ? 1 : 0);
