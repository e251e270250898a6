import { equal, match, ok, rejects } from 'node:assert/strict';
import type { Step } from '../plan.ts';
import { serveCertificate } from '../certificate.ts';
import { fill, origins } from '../places.ts';
import { databaseUrl, slot } from '../server.ts';
import {
  call,
  people,
  person,
  postmark,
  running,
  settings,
  signIn,
  statusOf,
  withSettings,
} from '../served.ts';
import { psql, until } from '../shell.ts';
import { shell, sql, stepsOf } from '../steps.ts';
import { work } from '../workplace.ts';

const runbook = stepsOf('docs/run/runbook.md');
const incidents = stepsOf('docs/run/incidents.md');
const secretKey = stepsOf('docs/run/secret-key.md');
const commandLine = stepsOf('docs/run/command-line.md');

/** Bob, a moderator, hides the card of Ann. */
async function misuse(): Promise<void> {
  people.set('bob', await signIn('bob@example.com'));
  const hide = { username: 'ann', reason: 'spam' };
  await call('/moderation/profiles/hide', person('bob').token, hide);
}

const isHidden = async () =>
  (await statusOf(origins.service, '/profiles/ann', person('ben').token)) === 404;

const isServing = async () =>
  (await fetch(`${origins.service}/readyz`)).ok &&
  (await statusOf(origins.service, '/users/me', person('ben').token)) === 200;

const referred = 'select count(*) from profiles where referrer_id is not null';

let newKey = '';

const onDrill = async (text: string, key = settings['SECRET_KEY'] ?? '') =>
  withSettings(text, { DATABASE_URL: databaseUrl('drill'), SECRET_KEY: key });

/** Signs in to PostgreSQL as this role. */
const connect = async (role: string) =>
  withSettings('psql -qAt "$DATABASE_URL" -c "select current_user"', {
    DATABASE_URL: databaseUrl('namecard', role),
  });

const refused = async (role: string) => rejects(connect(role), /not permitted to log in/);

async function readEndOfCertificate(text: string): Promise<void> {
  await using server = await serveCertificate(3933);
  const { address } = server;
  const places = { 'HOST:5432': address, 'HOST:443': address, HOST: 'localhost' };
  match(await withSettings(fill(text, places)), /^notAfter=/m);
}

/** Steps of Runbook, Incidents and Command line, on the running service. */
export const troubleSteps: Step[] = [
  incidents.command('npx namecard user role BOB moderator', async (text) => {
    await withSettings(fill(text));
    await misuse();
    ok(await isHidden());
  }),
  incidents.block("A moderator's account is in wrong hands", async (text) => {
    const output = await withSettings(text);
    match(output, new RegExp(`user +\\| ${person('bob').id} \\| profile.hidden`));
  }),
  incidents.command(
    'npx namecard undo --by BOB --since 2027-01-31T12:00:00Z --dry-run',
    async (text) => {
      match(await withSettings(fill(text)), /1/);
      ok(await isHidden());
    },
  ),
  incidents.command('npx namecard user show BOB', async (text) => {
    match(await withSettings(fill(text)), new RegExp(person('bob').id));
  }),
  incidents.command(
    'jq -cR \'fromjson? | select(.event == "signed_in" and .user == "ID")\' namecard.log',
    shell({ places: () => ({ ID: person('bob').id }), says: /"signed_in"/ }),
  ),
  incidents.command('npx namecard user role BOB user'),
  incidents.command('npx namecard user sign-out BOB', async (text) => {
    await withSettings(fill(text));
    equal(await statusOf(origins.service, '/users/me', person('bob').token), 401);
  }),
  incidents.command('npx namecard user suspend BOB --reason other'),
  incidents.command(
    'npx namecard undo --by BOB --since 2027-01-31T12:00:00Z',
    async (text) => {
      await withSettings(fill(text));
      ok(!(await isHidden()));
    },
  ),
  commandLine.command(
    'npx namecard user restore WHO',
    shell({ places: () => ({ WHO: 'bob@example.com' }) }),
  ),
  commandLine.command('npx namecard profile hide NAME', async (text) => {
    await withSettings(`${fill(text, { NAME: 'ann' })} --reason spam`);
    ok(await isHidden());
  }),
  commandLine.command('npx namecard profile restore NAME', async (text) => {
    await withSettings(fill(text, { NAME: 'ann' }));
    ok(!(await isHidden()));
  }),
  commandLine.command('npx namecard counts repair'),
  commandLine.command('npx namecard migrate'),

  incidents.block("The database's password", async (text) => {
    await psql(text);
    equal(await connect('namecard2'), 'namecard\n');
    const DATABASE_URL = databaseUrl('namecard', 'namecard2');
    await withSettings('npx namecard doctor', { DATABASE_URL });
  }),
  incidents.command('alter role namecard nologin password null', async (text) => {
    await psql(text);
    await refused('namecard');
    equal(await connect('namecard2'), 'namecard\n');
  }),
  incidents.command("alter role namecard login password 'NEW'", async (text) => {
    await psql(text);
    equal(await connect('namecard'), 'namecard\n');
  }),
  incidents.command('alter role namecard2 nologin password null', async (text) => {
    await psql(text);
    await refused('namecard2');
  }),
  incidents.command("alter role namecard password 'NEW'", sql('postgres')),
  incidents.command(
    'select usename, count(*) from pg_stat_activity group by 1',
    sql('postgres', { says: /^namecard\|\d/m }),
  ),
  incidents.command(
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'namecard' and pid <> pg_backend_pid()",
    async (text) => {
      match(await psql(text), /^t$/m);
      await until('a new connection of the service', async () =>
        (await isServing()) ? true : undefined,
      );
    },
  ),
  incidents.command('show ssl_cert_file', sql('postgres')),
  incidents.command('show ssl_key_file', sql('postgres')),
  incidents.command('select pg_reload_conf()', sql('postgres', { says: /^t$/m })),

  ...[
    'openssl s_client -starttls postgres -connect HOST:5432 < /dev/null | openssl x509 -noout -enddate',
    'openssl s_client -connect HOST:443 -servername HOST < /dev/null | openssl x509 -noout -enddate',
  ].map((words) => incidents.command(words, readEndOfCertificate)),

  ...[
    "select * from pg_stat_activity where state = 'idle in transaction'",
    'show data_directory',
    'select spcname, pg_tablespace_location(oid) from pg_tablespace',
    'select pg_size_pretty(sum(size)) from pg_ls_waldir()',
    'select last_failed_wal, last_failed_time from pg_stat_archiver',
    'select datname, pg_size_pretty(pg_database_size(datname)) from pg_database',
  ].map((words) => runbook.command(words, sql('postgres'))),
  runbook.command(
    'select slot_name, active, restart_lsn from pg_replication_slots',
    async (text) => {
      await psql(`select pg_create_physical_replication_slot('${slot}', true)`);
      match(await psql(text), new RegExp(`^${slot}\\|f\\|`, 'm'));
    },
  ),
  runbook.command(
    "select pg_drop_replication_slot('NAME')",
    sql('postgres', { places: () => ({ NAME: slot }) }),
  ),
  runbook.block('Runbook: alerts', async (text) => {
    postmark.behave('unauthorized');
    await call('/auth/send-code', undefined, { email: 'dan@example.com' });
    await until('trouble in the log', async () =>
      running.get('service')?.log().includes('mail_trouble_begun') ? true : undefined,
    );
    postmark.behave('ok');
    match(await withSettings(fill(text)), /"event":"mail_trouble_begun"/);
  }),
];

/** Restores a backup into the database `drill`, and tries steps on it. */
export const rowsSteps: Step[] = [
  incidents.command('createdb --owner=namecard drill'),
  incidents.command(
    'DATABASE_URL=postgresql://…/drill npx namecard restore FILE',
    shell({ places: () => ({ FILE: `${work}/one.backup` }), says: /rows were/ }),
  ),
  incidents.block('Rows deleted by mistake', sql('drill', { says: /COPY 1[^]*COPY 1/ })),
  incidents.block('Rows deleted by mistake', async (text) => {
    await psql("delete from profiles where username_key = 'ann'", 'namecard');
    equal(await psql(referred, 'namecard'), '0\n');
    await psql(text, 'namecard');
    equal(await psql(referred, 'namecard'), '1\n');
  }),
  incidents.command('npx namecard profile show ann', shell({ says: /ann@example.com/ })),
  incidents.command('npx namecard counts check'),

  secretKey.command('npx namecard secret rotate', async (text) => {
    const output = await onDrill(text);
    newKey = /[\w+/=-]{32,}/.exec(output)?.[0] ?? '';
    ok(newKey, output);
  }),
  secretKey.command('npx namecard secret rotate --now', async (text) =>
    onDrill(text, `${newKey},${settings['SECRET_KEY']}`),
  ),
  runbook.command('update hash_keys set sealed = null, key_id = null', async (text) => {
    await psql(text, 'drill');
    const output = await onDrill('npx namecard doctor', newKey.toUpperCase());
    match(output, /ok +secret key/);
  }),
  incidents.command('dropdb drill'),
];
