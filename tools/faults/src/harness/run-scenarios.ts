import { startTemporary } from '@namecard/db/testing';
import { isHeld, rowOf, type Figure } from './figures.ts';
import type { Scenario } from './scenario.ts';

/** The figures of a scenario. A scenario that throws does not hold. */
async function figuresOf({ run }: Scenario, short: boolean): Promise<Figure[]> {
  await using started = new AsyncDisposableStack();
  try {
    const { adminUrl, stop } = await startTemporary();
    started.defer(stop);
    const figures = await run({ databaseUrl: adminUrl, short });
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
  const broken: ReturnType<typeof rowOf>[] = [];
  for (const scenario of scenarios) {
    console.log(`${scenario.name}: ${scenario.promise} …`);
    const figures = await figuresOf(scenario, short);
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
