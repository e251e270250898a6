import { describe, expect, it } from 'vitest';
import { killAtRandom } from './crashes.ts';
import { letLeasesEnd } from './fixture/database.ts';
import { broken } from './fixture/findings.ts';
import { useFixture } from './fixture/use-fixture.ts';

describe('an instance that is killed between request and delivery', () => {
  const fixture = useFixture();

  it('loses no accepted mail, and sends none more than twice or with other codes', async () => {
    const report = await killAtRandom(fixture(), { kills: 3, afterStorm: letLeasesEnd });
    expect(broken(report)).toEqual([]);
  });
});
