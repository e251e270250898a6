import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import type { Step } from '../plan.ts';
import { fill, origins, type Places } from '../places.ts';
import { databaseUrl } from '../server.ts';
import {
  call,
  exchange,
  log,
  people,
  person,
  type Person,
  postmark,
  running,
  settings,
  signIn,
  statusOf,
  withSettings,
} from '../served.ts';
import { bash, psql, start, until } from '../shell.ts';
import { shell, stepsOf } from '../steps.ts';
import { folder } from '../workplace.ts';

const settingsPage = stepsOf('docs/run/settings.md');
const database = stepsOf('docs/run/database.md');
const install = stepsOf('docs/run/install.md');
const accounts = stepsOf('docs/run/people.md');
const mail = stepsOf('docs/run/mail.md');
const development = stepsOf('docs/work/development.md');
const watching = stepsOf('docs/run/watching.md');

/** A line that sets TEST_LOGINS, without the code and the day. */
const shapeOf = (line: string): string =>
  line.replace(/=\w{4}-\w{4}-\w{5} /, '=CODE ').replace(/[\d-]{10}'$/, "DAY'");

let testLogin = '';
let reviewer: Person = { token: '', id: '' };

async function createTestLogin(text: string): Promise<void> {
  const output = await withSettings(fill(text));
  testLogin = /^TEST_LOGINS=.+$/m.exec(output)?.[0] ?? '';
  ok(testLogin, output);
}

/**
 * The command prints such a line. The page's own is refused, so nobody can copy
 * a code that everybody knows.
 */
async function setTestLogin(text: string): Promise<void> {
  equal(shapeOf(text), shapeOf(testLogin));
  await rejects(withSettings(`${fill(text)} npx namecard config`), /mistyped/);
  const value = await bash(`${testLogin}\nprintf %s "$TEST_LOGINS"`);
  settings['TEST_LOGINS'] = value;
}

/** `NAME=…` becomes the setting of the service. */
const exported = (text: string): Places =>
  Object.fromEntries(
    Array.from(text.matchAll(/([A-Z_]+)=…/g), ([place, name = '']) => [
      place,
      `${name}='${settings[name] ?? ''}'`,
    ]),
  );

async function startService(text: string): Promise<void> {
  const { DATA_DIR = '', POSTMARK_API_URL = '', TEST_LOGINS = '' } = settings;
  const env = { PORT: '3930', DATA_DIR, POSTMARK_API_URL, TEST_LOGINS };
  // What the comment names is not set here.
  const lines = text.replaceAll(/ +# .+$/gm, '');
  const filled = fill(lines, exported(lines));
  ok(!filled.includes('…'), filled);
  running.set('service', await start(filled, origins.service, { env, log }));
  match(await psql("select to_regclass('profiles')", 'namecard'), /profiles/);
  await signEverybodyIn();
}

/** The reviewer by the code of the test login, the others by mailed codes. */
async function signEverybodyIn(): Promise<void> {
  const [, code = ''] = settings['TEST_LOGINS']?.split(/[= ]/) ?? [];
  reviewer = await exchange('review@example.com', code);
  for (const name of ['ann', 'ben', 'bob'] as const) {
    people.set(name, await signIn(`${name}@example.com`));
  }
  await call('/profiles', person('ann').token, { username: 'ann', referral: '' });
  await call('/profiles', person('ben').token, { username: 'ben', referral: 'ann' });
}

async function useSmtp(text: string): Promise<void> {
  await bash(text);
  const files = (await readdir(`${folder}/deploy`)).filter((name) =>
    /\.service$|^compose\.yaml$/.test(name),
  );
  const texts = await Promise.all(
    files.map(async (name) => readFile(`${folder}/deploy/${name}`, 'utf8')),
  );
  const all = texts.join('\n');
  match(all, /SMTP_URL/);
  match(all, /smtp-url/);
  ok(!/postmark/i.test(all), all);
}

async function setForPooler(text: string): Promise<void> {
  await psql(text, 'namecard');
  const set = Array.from(text.matchAll(/ set (\w+) = '(\w+)'/g));
  ok(set.length > 0);
  const questions = set.map(([, name]) => `-c 'show ${name}'`).join(' ');
  const env = { DATABASE_URL: databaseUrl('namecard') };
  const shown = await bash(`psql -qAt "$DATABASE_URL" ${questions}`, { env });
  // DateStyle is shown with the order of days and months, such as "ISO, MDY".
  const values = shown.trim().replaceAll(/, \w+$/gm, '');
  deepEqual(
    values.split('\n'),
    set.map(([, , value]) => value),
  );
}

let mailId = '';

export const installSteps: Step[] = [
  development.command('npx namecard --help', shell({ says: /backup/ })),
  settingsPage.command('openssl rand -base64 48', async (text) => {
    settings['SECRET_KEY'] = (await bash(text)).trim();
  }),
  database.block('The address', async (text) => {
    await psql(text);
    equal(await psql('select current_user', 'namecard'), 'postgres\n');
  }),
  database.block('Behind a pooler', setForPooler),
  accounts.command(
    'npx namecard test-login review@example.com --until 2027-01-31',
    createTestLogin,
  ),
  accounts.block('Test logins', setTestLogin),
  install.command('npx namecard config', shell({ says: /NODE_ENV +production/ })),
  install.block('3. Start it', startService),
  install.block('With systemd', useSmtp),
  accounts.command('npx namecard user sign-out review@example.com', async (text) => {
    equal(await statusOf(origins.service, '/users/me', reviewer.token), 200);
    await withSettings(text);
    equal(await statusOf(origins.service, '/users/me', reviewer.token), 401);
  }),
  install.command('npx namecard doctor', shell({ says: /ok +secret key/ })),
  // A code may be used before the provider's answer is in the log.
  watching.block('The log', shell({ says: /^(?=[^]*code_sent)(?=[^]*signed_in)/ })),
  mail.command('npx namecard mail test ADDRESS', async (text) => {
    await withSettings(fill(text, { ADDRESS: 'admin@example.com' }));
    equal(postmark.mails().at(-1)?.to, 'admin@example.com');
  }),
  mail.command(
    'npx namecard mail suppress ADDRESS',
    shell({ places: () => ({ ADDRESS: 'cleo@example.com' }) }),
  ),
  mail.command('npx namecard mail list', async (text) => {
    await call('/auth/send-code', undefined, { email: 'cleo@example.com' });
    mailId = await until('a refused mail', async () => {
      const lines = (await withSettings(text)).split('\n');
      return lines.find((line) => /suppressed.*cleo@/.test(line))?.split(' ')[0];
    });
  }),
  mail.command(
    'npx namecard mail clear ADDRESS',
    shell({ places: () => ({ ADDRESS: 'cleo@example.com' }), says: /reaches/ }),
  ),
  mail.command('npx namecard mail retry ID', shell({ places: () => ({ ID: mailId }) })),
  mail.command('npx namecard mail retry --refused', shell({ says: /: 0/ })),
];
