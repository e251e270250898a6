import { expect, it } from 'vitest';
import { misspelt } from './misspelt.ts';
import { settings } from './schema.ts';

const sourceOf = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, 'hunter2']));

it.each([
  ['ADMIN_EMAIL', 'ADMIN_EMAIL (ADMIN_EMAILS?)'],
  ['DATABSE_URL', 'DATABSE_URL (DATABASE_URL?)'],
  ['SECERT_KEY', 'SECERT_KEY (SECRET_KEY?)'],
  ['SECRET_KEY_FLIE', 'SECRET_KEY_FLIE (SECRET_KEY_FILE?)'],
  ['PORTS', 'PORTS (PORT?)'],
  ['LIMIT_SENDS', 'LIMIT_SENDS'],
  ['EMAIL_FROM_FILE', 'EMAIL_FROM_FILE'],
  ['POSTMARK_API_TOKEN', 'POSTMARK_API_TOKEN'],
])('a name that looks like a setting and is none is told: %s', (name, told) => {
  expect(misspelt(sourceOf([name, 'HOME']))).toEqual([told]);
});

it('does not warn of settings’ names, or of names that systems and npm set', () => {
  const others =
    'HOME HOSTNAME PATH PWD USER SHELL TERM LANG MAIL LOGNAME TZ PGHOST PGPORT';
  const npm =
    'NODE NODE_PATH NODE_OPTIONS npm_config_cache INIT_CWD HTTP_PROXY HTTPS_PROXY';
  const systemd =
    'INVOCATION_ID JOURNAL_STREAM CREDENTIALS_DIRECTORY STATE_DIRECTORY XDG_DATA_DIRS';
  const names = settings.map(({ name }) => name);
  const all = [...names, 'SECRET_KEY_FILE', ...`${others} ${npm} ${systemd}`.split(' ')];
  expect(misspelt(sourceOf(all))).toEqual([]);
});
