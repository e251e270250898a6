import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { settings } from '../settings/schema.ts';
import { runCommand } from '../testing/run-command.ts';

const namecard = join(import.meta.dirname, '..', 'namecard.js');

const key = 'hunter2-'.repeat(4);

const Printed = z.object({
  settings: z.array(z.object({ name: z.string(), value: z.string() })),
});

/** The output of `namecard config` with only these settings, in another folder. */
async function config(env: Record<string, string>, args: string[] = []): Promise<string> {
  const command = [namecard, 'config', ...args];
  const options = { env, cwd: tmpdir() };
  const { stdout } = await promisify(execFile)(process.execPath, command, options);
  return stdout;
}

/** A file with the key and a line break, as editors write it. */
async function keyFile() {
  const directory = await mkdtemp(join(tmpdir(), 'namecard-config-'));
  const path = join(directory, 'key');
  await writeFile(path, `${key}\n`);
  return { path, [Symbol.asyncDispose]: () => rm(directory, { recursive: true }) };
}

it('loads neither the database’s driver nor the mailers', async () => {
  const hooks = `import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => {
      if (/mikro-orm|kysely|postmark|nodemailer|@trpc/.test(url)) process.exit(9);
      return next(url, context);
    } })`;
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(hooks)}`];
  const running = promisify(execFile)(process.execPath, [...flags, namecard, 'config'], {
    env: {},
  });
  await expect(running).resolves.toMatchObject({ stderr: '' });
});

it('prints every setting with its value and its origin, and no secret', async () => {
  await using file = await keyFile();
  const database = 'postgresql://u:hunter2@db.example.com/d';
  const env = {
    PORT: '4000',
    DATABASE_URL: database,
    SECRET_KEY_FILE: file.path,
    // In the service's folder.
    PRODUCT_LOGO: 'docs/images/card.png',
  };
  const printed = await config(env);
  expect(printed).not.toContain('hunter2');
  const lines = printed
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  expect(lines.map(([name]) => name)).toEqual(settings.map(({ name }) => name));
  expect(lines).toEqual(
    expect.arrayContaining([
      ['PORT', '4000', '(environment)'],
      ['HOST', '127.0.0.1', '(default)'],
      ['DATABASE_URL', '********', '(environment)'],
      ['SECRET_KEY', '********', '(file)'],
      ['POSTMARK_SERVER_TOKEN', 'none: mail is only shown', '(default)'],
    ]),
  );
});

it('warns of names that look misspelt where a script sees it', async () => {
  const env = { NODE_ENV: 'development', ADMIN_EMAIL: 'a@example.com' };
  const { out, err } = await runCommand(['config'], env);
  expect(out).not.toContain('ADMIN_EMAIL ');
  expect(err).toMatch(/no effect: ADMIN_EMAIL \(ADMIN_EMAILS\?\)/);
});

it('prints one JSON document for programs, with names that look misspelt', async () => {
  const env = { ADMIN_EMAIL: 'ann@example.com', SESSION_DAYS: '7' };
  expect(JSON.parse(await config(env, ['--json']))).toEqual({
    settings: expect.arrayContaining([
      { name: 'SESSION_DAYS', value: '7', origin: 'environment' },
      {
        name: 'ADMIN_EMAILS',
        value: 'admin@example.com',
        origin: 'default',
      },
    ]),
    unknown: ['ADMIN_EMAIL (ADMIN_EMAILS?)'],
  });
});

const provider = {
  DATABASE_URL: 'postgresql://u:p@db.example.com/d',
  SECRET_KEY: key,
  EMAIL_FROM: 'hello@example.com',
  SMTP_URL: 'smtp://mail.example.com',
};

it.each([
  [
    'development',
    { PORT: '4000' },
    ['http://127.0.0.1:4000', 'none: mail is only shown', 'true', 'any localhost'],
  ],
  [
    'production',
    { ...provider, ADMIN_EMAILS: 'ann@example.com', NODE_ENV: 'production' },
    ['http://127.0.0.1:3000', 'none', 'false', 'none'],
  ],
  ['a provider', provider, ['http://127.0.0.1:3000', 'none', 'false', 'any localhost']],
  [
    'an open address',
    { HOST: '0.0.0.0' },
    ['http://127.0.0.1:3000', 'none', 'false', 'any localhost'],
  ],
])('prints the values that go with %s, not words about them', async (_, env, values) => {
  const names = ['PUBLIC_URL', 'POSTMARK_SERVER_TOKEN', 'DEV_MAILBOX', 'CORS_ORIGINS'];
  const { out } = await runCommand(['config', '--json'], {
    NODE_ENV: 'development',
    ...env,
  });
  const { settings: printed } = Printed.parse(JSON.parse(out));
  const shown = names.map((name) => printed.find((one) => one.name === name)?.value);
  expect(shown).toEqual(values);
});

it('says what is wrong with settings that are not valid, and fails', async () => {
  await expect(config({ PORT: 'http' })).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^PORT is not valid: it must .*\n$/),
  });
});
