import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { Language } from '@namecard/db/languages';
import { foldForSearch, plainLetters } from '../../search-folding.ts';

/*
 * Problem: people write where they live as the name of a town, in any language. No name
 * may leave this machine.
 *
 * Plan: a file has all towns above 5,000 people with their names in all languages, folded
 * as a search folds them, one town a line, from south to north. It is read at the first
 * use. A name is found by a search of the bytes for `|name|`, a place by the latitudes.
 * The source does not say the language of a name, so town-names.txt has the names that
 * readers of German, French and Spanish expect of towns that are known by several.
 *
 * Price: 8 MB of memory, and 0.1 s at the first use. write-towns.ts makes the file, from
 * GeoNames (CC BY 4.0) and the Unicode CLDR.
 */

export type Town = {
  /** Where its line starts. */
  start: number;
  /** In English, or as the town calls itself. */
  name: string;
  /** For readers of German, French and Spanish: `München` for Munich. */
  names: Readonly<Partial<Record<Language, string>>>;
  /** ISO 3166-1, such as `AT`. */
  country: string;
  /** A part of the country, such as `TX`. Empty if it has only a number. */
  region: string;
  /** What people call it, as names are compared: `texas`. */
  regionNames: readonly string[];
  latitude: number;
  longitude: number;
  /** In thousands. */
  population: number;
  /** Whether it is a part of a town. */
  isSection: boolean;
};

type Towns = {
  lines: Buffer;
  starts: Uint32Array;
  /** In units, as in the file. */
  latitudes: Int32Array;
  longitudes: Int32Array;
};

/** Of one degree: 1.1 km from north to south. */
export const unit = 100;

export const townsFile = new URL('towns.txt.br', import.meta.url);

const [newline, tab, minus, zero] = [10, 9, 45, 48];

/** Reads a whole number. Makes no text of it: there are 100,000. */
function wholeAt(lines: Buffer, start: number): number {
  const isNegative = lines[start] === minus;
  let value = 0;
  for (let at = isNegative ? start + 1 : start; ; at += 1) {
    const digit = (lines[at] ?? 0) - zero;
    if (digit < 0) return isNegative ? -value : value;
    value = value * 10 + digit;
  }
}

function parse(lines: Buffer): Towns {
  const found: number[] = [];
  for (let at = 0; at < lines.length; at = lines.indexOf(newline, at) + 1) {
    found.push(at);
  }
  const starts = Uint32Array.from(found);
  const latitudes = new Int32Array(starts.length);
  const longitudes = new Int32Array(starts.length);
  starts.forEach((start, index) => {
    latitudes[index] = wholeAt(lines, start);
    longitudes[index] = wholeAt(lines, lines.indexOf(tab, start) + 1);
  });
  return { lines, starts, latitudes, longitudes };
}

let read: Towns | undefined;

export function towns(): Towns {
  // More than the text has: pieces and their copy would take twice the memory.
  const chunkSize = 8_000_000;
  read ??= parse(brotliDecompressSync(readFileSync(townsFile), { chunkSize }));
  return read;
}

/** @param at any place in the town's line */
export function townOf({ lines }: Pick<Towns, 'lines'>, at: number): Town {
  const start = lines.lastIndexOf(newline, at) + 1;
  const line = lines.toString('utf8', start, lines.indexOf('\t|', start));
  const [latitude, longitude, country = '', regions = '', population, kind, names = ''] =
    line.split('\t');
  const [region = '', ...regionNames] = regions.split(';');
  const [name = '', de = name, fr = name, es = name] = names.split(';');
  return {
    start,
    name,
    names: { de, fr, es },
    country,
    region,
    regionNames,
    latitude: Number(latitude) / unit,
    longitude: Number(longitude) / unit,
    population: Number(population),
    isSection: kind === 'x',
  };
}

/** How names are compared: without case, marks and signs. */
export const townKey = (name: string): string =>
  plainLetters(foldForSearch(name))
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The same for a part of a country: `Kano State` and `Provinz Kano` are `kano`. */
export const regionKey = (name: string): string =>
  townKey(name).replaceAll(
    /^(?:canton|departamento|departement|district|distrito|estado|etat|gobernacion|gouvernorat|kanton|oblast|prefecture|province|provincia|provinz|region|state|wilaya) (?:de |del |des |du |d |of )?(?:la |el |l )?| (?:county|department|district|governorate|oblast|prefecture|province|region|republic|state|voivodeship)$/g,
    '',
  );
