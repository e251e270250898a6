import { openOrm, type Orm } from '@namecard/db';
import type { Answer } from '../harness/ask.ts';
import { countBy, type Figure } from '../harness/figures.ts';
import type { Scenario } from '../harness/scenario.ts';
import { startService, type Service } from '../harness/start-service.ts';

/** Two instances on one database, and a connection to it. */
export type Fixture = { service: Service; orm: Orm };

export const statusesOf = (answers: readonly Answer[]) =>
  countBy(answers.map(({ status }) => status));

/**
 * A scenario without the limits that one client of many addresses would reach.
 */
export const onTwoInstances = (
  name: string,
  promise: string,
  run: (fixture: Fixture, short: boolean) => Promise<Figure[]>,
): Scenario => ({
  name: `sign-in/${name}`,
  promise,
  run: async ({ databaseUrl, short }) => {
    const settings = { MAX_MAILS_PER_HOUR: '0', LIMIT_WRONG_PER_DAY: '0' };
    await using service = await startService(databaseUrl, { instances: 2, settings });
    await using opened = new AsyncDisposableStack();
    const orm = await openOrm({ url: databaseUrl, poolSize: 2 });
    opened.defer(() => orm.close());
    return await run({ service, orm }, short);
  },
});
