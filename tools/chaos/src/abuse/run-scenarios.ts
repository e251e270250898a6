import { parseArgs } from 'node:util';
import { rowOf, type Figure } from '../figures.ts';
import { openDatabases, type Databases } from './databases.ts';
import type { Scenario } from './scenario.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    short: { type: 'boolean', default: false },
  },
});

function chosen(scenarios: readonly Scenario[]): readonly Scenario[] {
  const { only = scenarios.map(({ name }) => name) } = values;
  const unknown = only.filter((name) => scenarios.every((scenario) => scenario.name !== name));
  if (unknown.length > 0 || scenarios.length === 0) {
    console.error(`There is no ${unknown.join(', ')}, but:`);
    console.error(scenarios.map(({ name }) => name).join('\n'));
    process.exit(2);
  }
  return scenarios.filter(({ name }) => only.includes(name));
}

/** The figures of a scenario; one that could not be run to its end is not held. */
async function figuresOf({ name, run }: Scenario, databases: Databases): Promise<Figure[]> {
  try {
    return await run({ databaseUrl: await databases.create(name), short: values.short });
  } catch (error) {
    console.error(error);
    return [{ name: 'runs to its end', value: 0, atLeast: 1 }];
  }
}

/** Runs the scenarios that the command line names, or all, and prints their figures. Exits with 1 where one is beyond its limit. */
export async function runScenarios(scenarios: readonly Scenario[]): Promise<never> {
  const rows: ReturnType<typeof rowOf>[] = [];
  {
    await using databases = await openDatabases();
    for (const scenario of chosen(scenarios)) {
      console.log(`${scenario.name} …`);
      const figures = await figuresOf(scenario, databases);
      const drawn = figures.map((figure) => rowOf(scenario.name, figure));
      console.table(drawn);
      rows.push(...drawn);
    }
  }
  console.table(rows);
  process.exit(rows.some(({ held }) => held === false) ? 1 : 0);
}
