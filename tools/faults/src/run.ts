import { parseArgs } from 'node:util';
import { enterOwnNetwork } from './harness/own-network.ts';
import { choose, missingPackages, runScenarios } from './harness/run-scenarios.ts';
import { scenarios } from './scenarios.ts';

/**
 * Breaks the service's surroundings or attacks it, and checks its promises. Exits
 * with 1 if a figure is outside its limits.
 *
 *     npm run faults -- [SCENARIO or GROUP]… [--short]
 *     npm run faults -- --list
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
  },
});

// A signal alone would not stop the started processes; exit handlers do.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => process.exit(130));
}

function chosen() {
  try {
    return choose(scenarios, positionals);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return process.exit(2);
  }
}

if (values.list) {
  for (const { name, promise } of chosen()) console.log(`${name.padEnd(34)} ${promise}`);
  process.exit();
}
const missing = missingPackages(chosen());
if (missing.length > 0) {
  console.error(`Install first: apt-get install ${missing.join(' ')}`);
  process.exit(2);
}
if (chosen().some(({ needsNetwork }) => needsNetwork)) enterOwnNetwork();
process.exit((await runScenarios(chosen(), values.short)) ? 0 : 1);
