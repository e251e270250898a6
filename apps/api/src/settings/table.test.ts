import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { reasons } from '@namecard/router';
import { describe, expect, it } from 'vitest';
import { fileSettingOf } from './given.ts';
import { settings } from './schema.ts';
import { otherwiseOf, withTable } from './table.ts';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

const read = (path: string) => readFile(join(repository, path), 'utf8');

describe('docs/run/settings.md', () => {
  it('is what npm run documents makes of the schema', async () => {
    const page = await read('docs/run/settings.md');
    expect(withTable(page)).toBe(page);
  });

  it('gives defaults that the schema has', () => {
    const wrong = settings.filter((setting) => {
      const [, literal] = /^`([^`]+)`$/.exec(otherwiseOf(setting)) ?? [];
      // The default of PUBLIC_URL is built from two other settings.
      if (literal === undefined || setting.name === 'PUBLIC_URL') return false;
      const { data } = setting.schema.safeParse(literal);
      return !isDeepStrictEqual(data, setting.schema.safeParse(undefined).data);
    });
    expect(wrong).toEqual([]);
  });

  it('says that there is no default only where that is so', () => {
    const wrong = settings.filter((setting) => {
      const { data } = setting.schema.safeParse(undefined);
      const isEmpty = data === undefined || isDeepStrictEqual(data, []);
      return (
        otherwiseOf(setting) === 'none' && !isEmpty && !isDeepStrictEqual(data, new Map())
      );
    });
    expect(wrong).toEqual([]);
  });
});

/**
 * Other names in capitals in the documents: errors, tests, other images and
 * libraries.
 */
const others = new Set<string>([
  ...reasons,
  'TEST_DATABASE_URL',
  'PREPARE_DATABASE_URL',
  'CHROMIUM_PATH',
  'TO_URL',
  'NODE_IMAGE',
  'BASE_IMAGE',
]);
const othersBegin = /^(POSTGRES|OTEL|PG|PESSIMISTIC|CAP|AF|NAMECARD)_/;

const known = new Set(settings.flatMap(({ name }) => [name, fileSettingOf(name)]));

const name = String.raw`[A-Z][A-Z\d]*(?:_[A-Z\d]+)+|PORT|HOST`;

/**
 * Documents put names in code marks or give them a value. Deployment files give
 * them a value.
 */
const mentions: [pages: string[], pattern: RegExp][] = [
  [['README.md', 'docs/**/*.md'], new RegExp(`(?:\`|^|\\s)(${name})(?:\`|=)`, 'gm')],
  [
    ['deploy/{Dockerfile,compose.yml,namecard@.service,namecard-backup.service}'],
    new RegExp(`(?:^|[\\s="{])(${name})(?:=|: |:[?-])`, 'gm'),
  ],
];

describe('every setting that is named', () => {
  it.each(mentions)('in %j exists', async (patterns, pattern) => {
    const pages = globSync(patterns, { cwd: repository });
    expect(pages.length).toBeGreaterThanOrEqual(3);
    const named = new Set<string>();
    for (const page of pages) {
      for (const [, one = ''] of (await read(page)).matchAll(pattern)) {
        if (!others.has(one) && !othersBegin.test(one)) named.add(one);
      }
    }
    expect(named.size).toBeGreaterThan(4);
    expect([...named].filter((one) => !known.has(one))).toEqual([]);
  });
});
