import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newTestCode } from '@namecard/router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnvironment, readSettings, SettingsError } from './environment.ts';
import { settings } from './schema.ts';

let directory = '';
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'namecard-secrets-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

function fileWith(content: string): string {
  const path = join(directory, 'secret');
  writeFileSync(path, content);
  return path;
}

const key = 'k'.repeat(32);
const testCode = newTestCode('review@example.com', randomBytes);

describe('a secret', () => {
  it.each([key, `${key}\n`, `${key}\r\n`])('is read from a file: %j', (content) => {
    const { environment, originOf } = readSettings({
      SECRET_KEY_FILE: fileWith(content),
    });
    expect(environment.SECRET_KEY).toEqual([key]);
    expect(originOf('SECRET_KEY')).toBe('file');
  });

  it('of every secret setting can be in a file', () => {
    const database = 'postgresql://u:p@127.0.0.1/d';
    const secrets = settings.flatMap(({ name, secret }) => (secret ? [name] : []));
    expect(secrets).toEqual(
      expect.arrayContaining(['DATABASE_URL', 'POSTMARK_SERVER_TOKEN']),
    );
    const contents = new Map([
      ['DATABASE_URL', database],
      ['SMTP_URL', 'smtp://user:password@mail.example.com'],
      ['TEST_LOGINS', `review@example.com=${testCode} until 2027-01-31`],
    ]);
    for (const name of secrets) {
      const content = contents.get(name) ?? key;
      const rest = { EMAIL_FROM: 'a@example.com', [`${name}_FILE`]: fileWith(content) };
      expect(readSettings(rest).originOf(name)).toBe('file');
    }
  });

  it('in a file counts as set in production, even if the file can’t be read', () => {
    const rest = {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgresql://u:p@127.0.0.1/d',
      POSTMARK_SERVER_TOKEN: 'a-token',
      EMAIL_FROM: 'a@example.com',
    };
    expect(
      readEnvironment({ ...rest, SECRET_KEY_FILE: fileWith(key) }).SECRET_KEY,
    ).toEqual([key]);
    expect(linesOf({ ...rest, SECRET_KEY_FILE: join(directory, 'hunter2') })).toEqual([
      "SECRET_KEY_FILE is not valid: the file can't be read (ENOENT)",
    ]);
  });

  it.each([
    [
      'given twice',
      () => ({ SECRET_KEY: key, SECRET_KEY_FILE: fileWith(key) }),
      /is set too/,
    ],
    [
      'in a directory instead of a file',
      () => ({ METRICS_TOKEN_FILE: directory }),
      /EISDIR/,
    ],
    ['in an empty file', () => ({ DATABASE_URL_FILE: fileWith('\n') }), /empty/],
  ])('%s is reported in one line', (_, source, line) => {
    expect(linesOf(source())).toEqual([expect.stringMatching(line)]);
  });

  it('that is not valid is reported without its value, also from a file', () => {
    const lines = linesOf({ SECRET_KEY_FILE: fileWith('hunter2') });
    expect(lines).toEqual([expect.stringMatching(/^SECRET_KEY is not valid: it must/)]);
    expect(lines.join()).not.toContain('hunter2');
  });
});

function linesOf(source: Record<string, string>): string[] {
  try {
    readEnvironment(source);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.lines;
    throw error;
  }
}
