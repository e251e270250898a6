import { setTimeout as sleep } from 'node:timers/promises';
import { statements } from '@namecard/db';
import { createTestDatabase } from '@namecard/db/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killAtRandom } from './crashes.ts';
import { broken } from './stage/findings.ts';
import { openStage, type Stage } from './stage/stage.ts';

/** Lets the time pass for which a claimed mail is one worker's, without waiting for it. */
async function letLeasesEnd({ database }: Stage): Promise<void> {
  // What the living are delivering is delivered by then.
  await sleep(1_000);
  await sql`update outbox set next_at = current_instant() where state = 'queued'`.execute(
    statements(database.orm.em.fork()),
  );
}

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
