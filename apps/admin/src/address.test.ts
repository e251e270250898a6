import { afterEach, describe, expect, it, vi } from 'vitest';
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

describe('a parameter of a URL', () => {
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

  it('is an empty text without parameters', () => {
    expect(stringifySearch({ text: undefined })).toBe('');
    expect(parseSearch('')).toEqual({});
  });

  it('keeps a percent sign that encodes nothing', () => {
    expect(parseSearch('?text=50%')).toEqual({ text: '50%' });
  });

  it('is a flag if it is true, and not for any other text', () => {
    expect(flagOf(parseSearch(stringifySearch({ flag: true }))['flag'])).toBe(true);
    expect(flagOf(true)).toBe(true);
    expect(['1', 'yes', false, undefined].map((value) => flagOf(value))).toEqual(
      Array.from({ length: 4 }),
    );
  });

  it.each([[''], ['   '], ['longer than ten'], [true], [42], [null], [['ann']]])(
    'is not accepted as a text: %j',
    (value) => {
      expect(textOf(value, 10)).toBeUndefined();
    },
  );

  it('is a choice only if it is one of the choices', () => {
    expect(choiceOf('hidden', ['active', 'hidden'])).toBe('hidden');
    expect(choiceOf('gone', ['active', 'hidden'])).toBeUndefined();
  });

  it.each([
    ['2026-13-01'],
    ['2026-02-31'],
    ['tomorrow'],
    ['2026-1-1'],
    ['0000-01-01'],
    [20_260_131],
    ['2026-01-31T00:00:00Z'],
  ])('is not accepted as a day: %j', (value) => {
    expect(dayOf(value)).toBeUndefined();
  });

  it('is a day in the form 2026-01-31', () => {
    expect(dayOf('2026-01-31')).toBe('2026-01-31');
  });

  it('is left out if it is undefined', () => {
    expect(given({ text: undefined, page: 0, open: false })).toEqual({
      page: 0,
      open: false,
    });
  });
});

describe('a day', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([
    ['2026-01-31', 'New_York', '2026-01-31T05:00:00.000Z', '2026-02-01T05:00:00.000Z'],
    ['2999-12-31', 'New_York', '2999-12-31T05:00:00.000Z', '3000-01-01T05:00:00.000Z'],
    ['2026-03-08', 'New_York', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    // It begins at one o'clock: the clock change has taken its midnight.
    ['2026-09-06', 'Santiago', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
  ])(
    '%s lasts until the next begins in the viewer’s time zone, America/%s',
    (day, zone, start, end) => {
      vi.stubEnv('TZ', `America/${zone}`);
      expect(startOf(day)).toBe(start);
      expect(endOf(day)).toBe(end);
    },
  );
});
