import { parseArgs } from 'node:util';
import { enterOwnNetwork } from './harness/own-network.ts';
import { runScenarios } from './harness/run-scenarios.ts';
import { scenarios } from './scenarios.ts';

/**
 * Breaks the service's surroundings or attacks it, and checks its promises. Exits
 * with 1 if a figure is outside its limits. Without a name it lists all.
 *
 *     npm run faults -- [BEGINNING OF A NAME]… [--short]
 *
 * Some need programs of Debian: haproxy, iproute2, nginx-light, pgbouncer; for the
 * cluster also patroni, etcd-server and postgresql.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false } },
});

// A signal alone would not stop the started processes; exit handlers do.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => process.exit(130));
}

const chosen = positionals.flatMap((beginning) =>
  scenarios.filter(({ name }) => name.startsWith(beginning)),
);
if (chosen.length === 0) {
  for (const { name, promise } of scenarios) console.log(`${name.padEnd(34)} ${promise}`);
  process.exit(positionals.length === 0 ? 0 : 2);
}
if (chosen.some(({ name }) => name.startsWith('door'))) enterOwnNetwork();
process.exit((await runScenarios(chosen, values.short)) ? 0 : 1);
