import { createTestDatabase } from '@namecard/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killAtRandom } from './crashes.ts';
import { letLeasesEnd } from './stage/database.ts';
import { broken } from './stage/findings.ts';
import { openStage, type Stage } from './stage/stage.ts';

describe('an instance that is killed between request and delivery', () => {
  let stage: Stage;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const { url, drop } = await createTestDatabase();
    stage = await openStage(url);
    close = async () => {
      await stage.close();
      await drop();
    };
  });
  afterAll(async () => close());

  it('loses no accepted mail, and sends none more than twice or with other codes', async () => {
    const report = await killAtRandom(stage, { kills: 4, afterStorm: letLeasesEnd });
    expect(broken(report)).toEqual([]);
  });
});
