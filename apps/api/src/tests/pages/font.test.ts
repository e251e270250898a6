import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commonStyle, languageNames } from '@namecard/look';
import { textsIn } from '@namecard/pages';
import { beforeAll, describe, expect, it } from 'vitest';
import { lettersOf } from '../../testing/font-letters.ts';
import { useService } from '../../testing/start-service.ts';

const service = useService();
let font: Set<string>;

beforeAll(async () => {
  const answer = await fetch(`${service().origin}/look/inter.woff2`);
  font = lettersOf(Buffer.from(await answer.arrayBuffer()));
});

/** The letters without a glyph. White space of any font looks alike. */
const missingOf = (text: string) =>
  [...new Set(text)].filter((letter) => /\S/.test(letter) && !font.has(letter));

const packages = join(import.meta.dirname, '../../../../../packages');

const files = ['pages/src/texts', 'email/src/texts'].flatMap((folder) =>
  readdirSync(join(packages, folder)).map((file) => `${folder}/${file}`),
);

/** The characters for which browsers load the font. */
function askedFor(): string[] {
  const [, list = ''] = /unicode-range:([^;]+)/.exec(commonStyle) ?? [];
  return list.split(',').flatMap((range) => {
    const [first = '', last = first] = range.trim().replace('U+', '').split('-');
    const [start, end] = [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    return Array.from({ length: end - start + 1 }, (_, index) =>
      String.fromCodePoint(start + index),
    );
  });
}

const months = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2026, month, 1)).toISOString(),
);

describe('the font', () => {
  it('has the letters of a font, and no others', () => {
    expect(missingOf('Az09œ€…')).toEqual([]);
    expect(missingOf('Ж🙂')).toEqual(['Ж', '🙂']);
  });

  it('is loaded for all that it has', () => {
    expect(askedFor().toSorted()).toEqual([...font].toSorted());
  });

  it.each(files)('has every letter of %s', (path) => {
    const text = readFileSync(join(packages, path), 'utf8').replaceAll(
      /\\u([\dA-F]{4})/gi,
      (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)),
    );
    expect(missingOf(text)).toEqual([]);
  });

  it.each(['en', 'de', 'fr', 'es'] as const)(
    'has every letter of a date in %s',
    (tag) => {
      const { account, card } = textsIn(tag);
      const dates = months.map((month) => account.lastUsed(month)).join('');
      expect(missingOf(dates + card.position(-37.81, -144.96))).toEqual([]);
    },
  );

  it('has the letters of the languages, and their marks', () => {
    const letters = 'ÄÖÜäöüß ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜàâæçéèêëîïôœùûüÿ ÁÉÍÑÓÚÜáéíñóúü';
    const marks = '°«»¿¡„“”‘’€–—…·−';
    const names = Object.values(languageNames).join('');
    expect(missingOf(letters + marks + names)).toEqual([]);
  });
});

describe('a German text', () => {
  it.each(files.filter((path) => path.endsWith('/de.ts')))('says du: %s', (path) => {
    const text = readFileSync(join(packages, path), 'utf8');
    // At the start of a sentence the word may stand for a card or an address.
    expect(text).not.toMatch(/\bIhnen\b|\bIhre?\b|[\wß,] Sie\b/);
  });
});
