import { describe, expect, it } from 'vitest';
import { killAtRandom } from './crashes.ts';
import { letLeasesEnd } from './stage/database.ts';
import { broken } from './stage/findings.ts';
import { useStage } from './stage/use-stage.ts';

describe('an instance that is killed between request and delivery', () => {
  const stage = useStage();

  it('loses no accepted mail, and sends none more than twice or with other codes', async () => {
    const report = await killAtRandom(stage(), { kills: 3, afterStorm: letLeasesEnd });
    expect(broken(report)).toEqual([]);
  });
});
