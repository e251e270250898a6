import { expect } from 'vitest';
import { sweep as sweepDatabase } from '../../../jobs/service.ts';
import type { Instance } from './instance.ts';
import { dumpText } from './observe.ts';
import { day } from './time.ts';
import type { World } from './world.ts';

/** Sweeps, and looks for what should be gone. */
export async function sweep(world: World, instance: Instance): Promise<void> {
  instance.setProcessClock();
  await sweepDatabase({ orm: instance.orm, settings: instance.settings });
  for (const person of world.people) {
    person.challenges = person.challenges.filter(({ begunAt }) => begunAt >= world.now - day);
  }
  await expectForgotten(world);
}

/** Who never signed in is forgotten a day after they were last asked for. */
async function expectForgotten(world: World): Promise<void> {
  const text = await dumpText(world.database.orm);
  const requests = [
    ...world.strangers,
    ...world.people
      .filter(({ account }) => account === undefined)
      .map(({ address, requestedAt }) => [address, requestedAt] as const),
  ];
  for (const [address, requestedAt] of requests) {
    if (requestedAt !== undefined && requestedAt < world.now - day) {
      world.saw('an address forgotten');
      expect(
        text.includes(address),
        'invariant 14: 24 hours after its last request an address has left no row',
      ).toBe(false);
    }
  }
}

/** What was given out is nowhere: neither in the database nor in what was reported as failed. */
export async function expectNoSecrets(world: World): Promise<void> {
  const reported = world.instances.flatMap(({ unexpected }) => unexpected.map(String)).join('\n');
  const text = `${await dumpText(world.database.orm)}\n${reported}`;
  const words = new Set(text.split(/[^\w-]+/));
  const found = [...world.secrets].filter((secret) => {
    const bytes = Buffer.from(secret).toString('hex');
    return words.has(secret) || words.has(grouped(secret)) || text.includes(bytes);
  });
  expect(found, 'invariant 13: no code and no token is kept or reported').toEqual([]);
}

const grouped = (code: string) => `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`;
