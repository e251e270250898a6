import { languages } from '@namecard/db';
import { describe, expect, it } from 'vitest';
import { isLanguage, languageOf } from './language.ts';

describe('languageOf', () => {
  it.each([
    ['de', 'de'],
    ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'fr'],
    ['en-GB,en-US;q=0.9,en;q=0.8', 'en'],
    ['es-419', 'es'],
    ['de-Latn-CH-1996', 'de'],
  ])('reads %j as a browser sends it', (header, language) => {
    expect(languageOf(header, 'en')).toBe(language);
  });

  it.each([
    ['en;q=0.1, de;q=0.9', 'de'],
    ['en;q=0.998, fr;q=0.999', 'fr'],
    ['en;q=0.9, es', 'es'],
    ['es;q=0.5, fr;q=1.000, de;q=0.8', 'fr'],
    ['de;q=0.2, en;q=0.1, de-AT;q=0.05', 'de'],
  ])('follows the weights in %j, not the order', (header, language) => {
    expect(languageOf(header, 'en')).toBe(language);
  });

  it.each([
    ['fr, de', 'fr'],
    ['de, fr', 'de'],
    ['es;q=0.8, en;q=0.8, de;q=0.80', 'es'],
    ['de;q=1, fr', 'de'],
    ['pt, fr;q=0.3, de;q=0.3', 'fr'],
  ])('takes the first of several with the same weight in %j', (header, language) => {
    expect(languageOf(header, 'en')).toBe(language);
  });

  it.each(['DE', 'De-at', 'dE-AT;Q=0.5', '\tde\t;\tq=0.5', ' , ,de ; q=0.5, '])(
    'reads %j as German, with any case and blanks',
    (header) => {
      expect(languageOf(header, 'en')).toBe('de');
    },
  );

  it.each([
    ['pt-BR, pt;q=0.9, es;q=0.1', 'es'],
    ['gsw, de-CH;q=0.9', 'de'],
    ['*, en;q=0.2', 'en'],
  ])('skips languages that are not ours in %j', (header, language) => {
    expect(languageOf(header, 'en')).toBe(language);
  });

  it.each([
    ['de;q=0, en;q=0.1', 'en'],
    ['de;q=0.000, fr;q=0.001', 'fr'],
  ])('never takes a language of weight 0 in %j', (header, language) => {
    expect(languageOf(header, 'en')).toBe(language);
  });

  it.each([
    ['*;q=0.8, en;q=0', 'en', 'de'],
    ['en;q=0', 'en', 'de'],
    ['de;q=0, EN ; q=0.000, pt', 'en', 'fr'],
    ['en-GB;q=0, de;q=0', 'de', 'fr'],
    ['de;q=0', 'en', undefined],
    ['en;q=0, de;q=0, fr;q=0, es;q=0', 'en', undefined],
  ] as const)('obeys %j where the default is %s', (header, otherwise, language) => {
    expect(languageOf(header, otherwise)).toBe(language);
  });

  it.each([
    undefined,
    '',
    ' ',
    ',',
    ';',
    '*',
    '*;q=1',
    '-',
    'de;q=0',
    'pt',
    'x-de',
    'i-de',
    'deu',
    'german',
    'd e',
    'de_AT',
    'fr/en',
    '<de>',
    '"de"',
    'dé',
    'de\0',
    'en\u{200b}',
    'de;q=',
    'de;q=-1',
    'de;q=much',
    'de;q=NaN',
    'de;q=0,5x',
    'constructor, __proto__;q=0.5',
    'length',
    '0',
  ])('finds none of ours in %j', (header) => {
    expect(languageOf(header, 'en')).toBeUndefined();
  });

  it('continues after a part that it can’t read', () => {
    const header = 'fr;q=much, ;;;, =, de-;q=0.3, en;level=1;q=0.2';
    expect(languageOf(header, 'en')).toBe('de');
  });

  it('reads only the first 512 characters of a header, so that none takes long', () => {
    const header = (filler: number) => `fr;q=0.1,${'x'.repeat(filler)},de`;
    expect(languageOf(header(500), 'en')).toBe('de');
    expect(languageOf(header(501), 'en')).toBe('fr');
  });
});

describe('isLanguage', () => {
  it.each(languages)('knows %s', (language) => {
    expect(isLanguage(language)).toBe(true);
  });

  it.each([undefined, null, '', 'DE', 'de-AT', 'pt', 0, ['de'], { de: 'de' }])(
    'refuses %j',
    (value) => {
      expect(isLanguage(value)).toBe(false);
    },
  );
});
