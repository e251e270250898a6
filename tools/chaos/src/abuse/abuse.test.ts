import { createTestDatabase } from '@namecard/db/testing';
import { expect, it } from 'vitest';
import { attacks } from './attacks.ts';
import { isHeld, type Figure } from '../figures.ts';

/** Not how long it took: a machine that is busy must not fail a test. */
const isBroken = (figure: Figure) =>
  figure.unit === 'ms' ? Number.isNaN(figure.value) : !isHeld(figure);

const tried = new Set(['batch', 'unread', 'locked-row']);

it.each(attacks.filter(({ name }) => tried.has(name)))(
  'others read and sign in beside $name',
  async ({ run }) => {
    const { url, drop } = await createTestDatabase();
    try {
      const figures = await run({ databaseUrl: url, short: true, minutes: 0 });
      expect(figures.filter(isBroken)).toEqual([]);
    } finally {
      await drop();
    }
  },
);
