import { describe, expect, it } from 'vitest';
import { broken } from './fixture/findings.ts';
import { useFixture } from './fixture/use-fixture.ts';
import { countSlots, terminateMidTransaction } from './slots.ts';

describe('two instances whose connections are terminated mid-transaction', () => {
  const fixture = useFixture();

  it('answer every request', async () => {
    expect(broken(await terminateMidTransaction(fixture(), 1))).toEqual([]);
  });

  it('have lost no connection of their pools by that', async () => {
    expect(broken(await countSlots(fixture()))).toEqual([]);
  });
});
