import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  choiceOf,
  dayOf,
  endOf,
  flagOf,
  given,
  parseSearch,
  startOf,
  stringifySearch,
  textOf,
} from './address.ts';

describe('a part of an address', () => {
  it.each([
    '1e5',
    '123',
    '007',
    '723421968459640832',
    'true',
    'false',
    'null',
    'undefined',
    '"x"',
    '{}',
    '{"a":1}',
    '[1]',
    ' 007',
    '  ann ',
    '+',
    'a+b',
    '%',
    '50%',
    '%41',
    '&a=b',
    '#',
    '-casino',
    '日本 🙂',
    '__proto__',
  ])('keeps the text %j as it is', (text) => {
    const search = stringifySearch({ text, other: undefined });
    expect(textOf(parseSearch(search)['text'], 30)).toBe(text);
  });

  it('says nothing where nothing is asked for', () => {
    expect(stringifySearch({ text: undefined })).toBe('');
    expect(parseSearch('')).toEqual({});
  });

  it('takes a percent sign that encodes nothing for itself', () => {
    expect(parseSearch('?text=50%')).toEqual({ text: '50%' });
  });

  it('is a flag where it is true, and not for any other text', () => {
    expect(flagOf(parseSearch(stringifySearch({ flag: true }))['flag'])).toBe(true);
    expect(flagOf(true)).toBe(true);
    expect(['1', 'yes', false, undefined].map((value) => flagOf(value))).toEqual(
      Array.from({ length: 4 }),
    );
  });

  it.each([[''], ['   '], ['longer than ten'], [true], [42], [null], [['ann']]])(
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
