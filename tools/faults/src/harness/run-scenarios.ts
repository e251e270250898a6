import { existsSync } from 'node:fs';
import { openDatabases, type Databases } from './databases.ts';
import { isHeld, rowOf, type Figure } from './figures.ts';
import { packages } from './programs.ts';
import type { Scenario } from './scenario.ts';

/**
 * The scenarios with these names or groups, or all.
 * @throws for an unknown name
 */
export function choose(
  scenarios: readonly Scenario[],
  names: readonly string[],
): readonly Scenario[] {
  const isMeant = (name: string) => (scenario: Scenario) =>
    scenario.name === name || scenario.name.startsWith(`${name}/`);
  const unknown = names.filter((name) => !scenarios.some(isMeant(name)));
  if (unknown.length > 0) {
    throw new Error(`There is no scenario ${unknown.join(', ')}: see --list`);
  }
  if (names.length === 0) return scenarios;
  return scenarios.filter((scenario) => names.some((name) => isMeant(name)(scenario)));
}

/** Debian's packages that the scenarios need and that are missing. */
export function missingPackages(scenarios: readonly Scenario[]): string[] {
  const needed = new Set(scenarios.flatMap(({ needs = [] }) => needs));
  return [...needed]
    .filter((path) => !existsSync(path))
    .map((path) => packages[path] ?? path);
}

/** The figures of a scenario. A scenario that throws does not hold. */
async function figuresOf(
  { name, run }: Scenario,
  databases: Databases,
  short: boolean,
): Promise<Figure[]> {
  try {
    const databaseUrl = await databases.create(name);
    const figures = await run({ databaseUrl, short });
    return figures.length > 0 ? figures : [{ name: 'figures', value: 0, atLeast: 1 }];
  } catch (error) {
    console.error(error);
    return [{ name: 'runs to its end', value: 0, atLeast: 1 }];
  }
}

/** Runs scenarios one after another. Returns whether all figures held. */
export async function runScenarios(
  scenarios: readonly Scenario[],
  short: boolean,
): Promise<boolean> {
  await using databases = await openDatabases();
  const broken: ReturnType<typeof rowOf>[] = [];
  for (const scenario of scenarios) {
    console.log(`${scenario.name}: ${scenario.promise} …`);
    const figures = await figuresOf(scenario, databases, short);
    console.table(figures.map((figure) => rowOf(scenario.name, figure)));
    const failed = figures.filter((figure) => !isHeld(figure));
    broken.push(...failed.map((figure) => rowOf(scenario.name, figure)));
  }
  if (broken.length > 0) console.table(broken);
  console.log(
    `${scenarios.length} scenarios, ${broken.length} figures beyond their limits`,
  );
  return broken.length === 0;
}
