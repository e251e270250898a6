import { makeDataDirectory } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { crashRound } from './round.ts';

describe('after kill -9 in the middle of 100 creations', () => {
  it.each(['service', 'database'] as const)(
    'of the %s, every acknowledged one is there',
    async (victim) => {
      await using directory = await makeDataDirectory();
      const round = await crashRound(directory, { victim, name: 'round', after: 40 });
      expect(round.acknowledged.length).toBeGreaterThanOrEqual(40);
      expect(round.interrupted).toBeGreaterThan(0);
      expect(round.found).toEqual(round.acknowledged);
    },
  );
});
