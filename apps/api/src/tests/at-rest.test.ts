import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { useService } from '../testing/start-service.ts';

const service = useService();

async function answered(): Promise<number> {
  const { metrics } = service().service.parts;
  const metric = await metrics?.register
    .getSingleMetric<string>('namecard_statements_total')
    ?.get();
  return (metric?.values ?? []).reduce((sum, { value }) => sum + value, 0);
}

it('an idle instance queries the database at most 9 times a second', async () => {
  // By now the work of the start is done.
  await sleep(2_000);
  const [before, began] = [await answered(), performance.now()];
  await sleep(15_000);
  const asked = (await answered()) - before;
  // A busy machine wakes us late.
  const seconds = (performance.now() - began) / 1_000;
  expect(asked).toBeGreaterThan(seconds);
  expect(asked).toBeLessThanOrEqual(9 * seconds);
});
