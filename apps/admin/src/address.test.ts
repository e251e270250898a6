import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { choiceOf, dayOf, endOf, given, startOf, textOf } from './address.ts';

describe('a part of an address', () => {
  it('is text without the spaces around it, a number included', () => {
    expect(textOf('  ann ', 10)).toBe('ann');
    expect(textOf(42, 10)).toBe('42');
  });

  it.each([[''], ['   '], ['longer than ten'], [true], [null], [['ann']]])(
    'is no text where it is %j',
    (value) => {
      expect(textOf(value, 10)).toBeUndefined();
    },
  );

  it('is a choice only where it is among the choices', () => {
    expect(choiceOf('hidden', ['active', 'hidden'])).toBe('hidden');
    expect(choiceOf('gone', ['active', 'hidden'])).toBeUndefined();
  });

  it.each([
    ['2026-13-01'],
    ['tomorrow'],
    ['2026-1-1'],
    [20_260_131],
    ['2026-01-31T00:00:00Z'],
  ])('is no day where it is %j', (value) => {
    expect(dayOf(value)).toBeUndefined();
  });

  it('is a day where it is one', () => {
    expect(dayOf('2026-01-31')).toBe('2026-01-31');
  });

  it('is left out where it holds nothing', () => {
    expect(given({ text: undefined, page: 0, open: false })).toEqual({
      page: 0,
      open: false,
    });
  });
});

describe('a day', () => {
  beforeEach(() => {
    vi.stubEnv('TZ', 'America/New_York');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([
    ['2026-01-31', '2026-01-31T05:00:00.000Z', '2026-02-01T05:00:00.000Z'],
    ['2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
  ])(
    '%s lasts from its midnight to the next one where the viewer is',
    (day, start, end) => {
      expect(startOf(day)).toBe(start);
      expect(endOf(day)).toBe(end);
    },
  );
});
