import { execFileSync, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useTestDatabase } from '@namecard/db/testing';
import { testSecretKey } from '@namecard/testing';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../testing/run-command.ts';
import { version } from '../watch/version.ts';
import { createProgram } from './program.ts';

const root = join(import.meta.dirname, '../../../..');

/** All commands by their full names: `user role`. */
const namesOf = (command: Command, before: string[] = []): string[] =>
  command.commands.flatMap((part) => {
    const words = [...before, part.name()];
    return part.commands.length > 0 ? namesOf(part, words) : [words.join(' ')];
  });

const commands = namesOf(await createProgram());

/** The commands in a text. `./namecard mail suppress|test` gives two. */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/\.\/namecard ([a-z][a-z-]*(?: [a-z-]+(?:\|[a-z-]+)*)?)/g)].flatMap(
    ([, words = '']) => {
      const [first = '', rest] = words.split(' ');
      const isGroup = commands.some((command) => command.startsWith(`${first} `));
      return isGroup && rest !== undefined
        ? rest.split('|').map((last) => `${first} ${last}`)
        : [first];
    },
  );

const codeOf = (text: string) => [...text.matchAll(/`[^`\n]+`|```[^]*?```/g)].join('\n');

describe('the documents', () => {
  it('name every command, and no command that does not exist', async () => {
    const files = globSync('{README,docs/**/*}.md', { cwd: root });
    const texts = await Promise.all(
      files.map((file) => readFile(join(root, file), 'utf8')),
    );
    const named = new Set(texts.flatMap((text) => namedIn(codeOf(text))));
    expect([...named].filter((name) => !commands.includes(name))).toEqual([]);
    expect(commands.filter((command) => !named.has(command))).toEqual([]);
  });
});

describe('--help and --version', () => {
  /** The exit code, or 9 if it loaded something of the service. */
  const loading = (...words: string[]) => {
    const hooks = `import { registerHooks } from 'node:module';
      registerHooks({ load: (url, context, next) => {
        if (/packages|router|adapters/.test(url)) process.exit(9);
        return next(url, context);
      } })`;
    const hooked = ['--import', `data:text/javascript,${encodeURIComponent(hooks)}`];
    const namecard = join(root, 'apps/api/src/namecard.js');
    return spawnSync(process.execPath, [...hooked, namecard, ...words]).status;
  };

  it.each([[], ['--help'], ['--version'], ['help']])(
    'load nothing of the service: %j',
    (...words) => expect(loading(...words)).not.toBe(9),
  );

  it('load the service for one of its commands', () => {
    expect(loading('user', '--help')).toBe(9);
  });
});

const database = useTestDatabase();

describe('every command', () => {
  it('has a line of help, and so has each of its options', async () => {
    const all = (command: Command): Command[] => [
      command,
      ...command.commands.flatMap(all),
    ];
    for (const command of all(await createProgram())) {
      const described = [
        command.description(),
        ...command.options.map((one) => one.description),
      ];
      expect({ name: command.name(), described }).not.toMatchObject({
        described: expect.arrayContaining(['']),
      });
    }
  });

  it('ends with one line and code 1 if the database can’t be reached, and shows no password', async () => {
    const DATABASE_URL = 'postgresql://nobody:hunter2@127.0.0.1:1/none';
    const settings = { DATABASE_URL, SECRET_KEY: testSecretKey };
    const { out, err, code } = await runCommand(['doctor', '--repair'], settings);
    expect({ out, code }).toEqual({ out: '', code: 1 });
    expect(err).toMatch(/^The database can’t be used: [^\n]*ECONNREFUSED[^\n]*\n$/);
    expect(err).not.toContain('hunter2');
  });

  it('that changes something needs the key that the service runs with', async () => {
    const settings = (SECRET_KEY: string) => ({
      DATABASE_URL: database().url,
      SECRET_KEY,
    });
    expect(
      await runCommand(['doctor', '--repair'], settings(testSecretKey)),
    ).toMatchObject({
      code: 0,
    });
    const { err, code } = await runCommand(
      ['doctor', '--repair'],
      settings('another'.repeat(5)),
    );
    expect({ err, code }).toEqual({
      err: expect.stringMatching(/^The database was used with another HASH_KEY/),
      code: 1,
    });
  });

  it('asks for `namecard migrate` if the database is not up to date', async () => {
    await database()
      .orm.em.getConnection()
      .execute(
        'delete from mikro_orm_migrations where id = (select max(id) from mikro_orm_migrations)',
      );
    const settings = { DATABASE_URL: database().url, SECRET_KEY: testSecretKey };
    const { err, code } = await runCommand(['doctor', '--repair'], settings);
    expect({ err, code }).toEqual({
      err: 'The database is not up to date: run `./namecard migrate` first.\n',
      code: 1,
    });
  });
});

it('--version tells what runs here', async () => {
  const command = ['apps/api/src/namecard.js', '--version'];
  const out = execFileSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
  expect(out).toBe(`${version}\n`);
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
});
