import { parseArgs } from 'node:util';
import { rowOf, type Figure } from '../figures.ts';
import { openDatabases, type Databases } from './databases.ts';
import type { Scenario } from './scenario.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    only: { type: 'string', multiple: true },
    short: { type: 'boolean', default: false },
  },
});

function chosen(scenarios: readonly Scenario[]): readonly Scenario[] {
  const { only = scenarios.map(({ name }) => name) } = values;
  const unknown = only.filter((name) =>
    scenarios.every((scenario) => scenario.name !== name),
  );
  if (unknown.length > 0 || scenarios.length === 0) {
    console.error(`There is no ${unknown.join(', ')}, but:`);
    console.error(scenarios.map(({ name }) => name).join('\n'));
    process.exit(2);
  }
  return scenarios.filter(({ name }) => only.includes(name));
}

/** The figures of a scenario; one that could not be run to its end is not held. */
async function figuresOf(
  { name, run }: Scenario,
  databases: Databases,
): Promise<Figure[]> {
  try {
    const { short, minutes } = values;
    const databaseUrl = await databases.create(name);
    return await run({ databaseUrl, short, minutes: Number(minutes) });
  } catch (error) {
    console.error(error);
    return [{ name: 'runs to its end', value: 0, atLeast: 1 }];
  }
}

/**
 * Runs the scenarios that the command line names, or all, one after the other or `together`, and prints their figures. Exits with 1
 * where one is beyond its limit.
 */
export async function runScenarios(
  scenarios: readonly Scenario[],
  { together = false } = {},
): Promise<never> {
  const rows: ReturnType<typeof rowOf>[] = [];
  {
    await using databases = await openDatabases();
    const running: Promise<void>[] = [];
    const run = async (scenario: Scenario) => {
      console.log(`${scenario.name} …`);
      const figures = await figuresOf(scenario, databases);
      const drawn = figures.map((figure) => rowOf(scenario.name, figure));
      if (!together) console.table(drawn);
      rows.push(...drawn);
    };
    for (const scenario of chosen(scenarios)) {
      running.push(run(scenario));
      if (!together) await running.at(-1);
    }
    await Promise.all(running);
  }
  console.table(rows);
  process.exit(rows.some(({ held }) => held === false) ? 1 : 0);
}
