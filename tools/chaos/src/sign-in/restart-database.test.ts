import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restartUnderLoad } from './restarts.ts';
import { countSlots, terminateMidTransaction } from './slots.ts';
import { letLeasesEnd } from './stage/database.ts';
import { broken } from './stage/findings.ts';
import { startPostgres } from './stage/postgres.ts';
import { openStage, type Stage } from './stage/stage.ts';

describe('two instances whose PostgreSQL is in trouble', () => {
  let stage: Stage;
  let restart: Parameters<typeof restartUnderLoad>[1];
  let close: () => Promise<void>;
  beforeAll(async () => {
    const postgres = await startPostgres();
    restart = postgres;
    stage = await openStage(postgres.url);
    close = async () => {
      await stage.close();
      await postgres.remove();
    };
  });
  afterAll(async () => close());

  it('lose no accepted write over its restarts, and answer 503 while it is gone', async () => {
    const length = { gone: 200, serving: 300, afterwards: letLeasesEnd };
    const report = await restartUnderLoad(stage, restart, { ends: ['fast', 'crash'], ...length });
    expect(broken(report)).toEqual([]);
  });

  it('answer every request whose connection is terminated mid-transaction', async () => {
    expect(broken(await terminateMidTransaction(stage, 1))).toEqual([]);
  });

  it('have lost no connection of their pools by all that', async () => {
    expect(broken(await countSlots(stage))).toEqual([]);
  });
});
