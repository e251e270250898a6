import { createTestDatabase } from '@namecard/db/testing';
import { afterAll, beforeAll } from 'vitest';
import { openStage, type Stage } from './stage.ts';

/** A stage with the default limits for the `describe` that calls this. The getter may be called within tests and hooks only. */
export function useStage(): () => Stage {
  let stage: Stage | undefined;
  let dropDatabase: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const { url, drop } = await createTestDatabase();
    dropDatabase = drop;
    stage = await openStage(url);
  });
  afterAll(async () => {
    await stage?.close();
    await dropDatabase?.();
  });
  return () => {
    if (stage === undefined) {
      throw new Error('The stage is there only while tests run');
    }
    return stage;
  };
}
