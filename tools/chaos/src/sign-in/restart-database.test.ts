import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restartUnderLoad } from './restarts.ts';
import { countSlots, terminateMidTransaction } from './slots.ts';
import { letLeasesEnd } from './fixture/database.ts';
import { broken } from './fixture/findings.ts';
import { startPostgres } from './fixture/postgres.ts';
import { openFixture, type Fixture } from './fixture/fixture.ts';

describe('two instances whose PostgreSQL is in trouble', () => {
  let fixture: Fixture;
  let restart: Parameters<typeof restartUnderLoad>[1];
  let close: () => Promise<void>;
  beforeAll(async () => {
    const postgres = await startPostgres();
    restart = postgres;
    fixture = await openFixture(postgres.url);
    close = async () => {
      await fixture.close();
      await postgres.remove();
    };
  });
  afterAll(async () => close());

  it('lose no accepted write over its restarts, and answer 503 while it is gone', async () => {
    const length = { gone: 200, serving: 300, afterwards: letLeasesEnd };
    const report = await restartUnderLoad(fixture, restart, { ends: ['fast', 'crash'], ...length });
    expect(broken(report)).toEqual([]);
  });

  it('answer every request whose connection is terminated mid-transaction', async () => {
    expect(broken(await terminateMidTransaction(fixture, 1))).toEqual([]);
  });

  it('have lost no connection of their pools by all that', async () => {
    expect(broken(await countSlots(fixture))).toEqual([]);
  });
});
