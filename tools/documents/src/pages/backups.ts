import { equal, match, notEqual, rejects } from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import type { Step } from '../plan.ts';
import { fill, origins } from '../places.ts';
import { databaseUrl } from '../server.ts';
import { person, settings, statusOf, stop, withSettings } from '../served.ts';
import { bash, type Environment, psql, start } from '../shell.ts';
import { stepsOf } from '../steps.ts';
import { folder, work } from '../workplace.ts';
import { readmeSession } from './use.ts';

const backups = stepsOf('docs/run/backups.md');
const accounts = stepsOf('docs/run/people.md');

async function backUpToFolder(text: string): Promise<void> {
  await withSettings(fill(text));
  const files = await readdir(`${work}/backups`);
  equal(files.length, 1);
  const { mode } = await stat(`${work}/backups/${files[0]}`);
  equal(mode & 0o777, 0o600);
}

async function backUpToFile(text: string): Promise<void> {
  const filled = fill(text, { FILE: `${work}/one.backup` });
  await withSettings(filled);
  await rejects(withSettings(filled), /exist/);
}

/** The last line of the script starts a service, in which the session goes on. */
async function startsWith(
  token: string,
  script: string,
  env: Environment = {},
): Promise<void> {
  const log = `${work}/other.log`;
  const service = await start(script, origins.other, { env, log });
  equal(await statusOf(origins.other, '/users/me', token), 200);
  await service.stop();
}

async function practise(text: string): Promise<void> {
  await startsWith(person('ann').token, fill(text), settings);
  await bash('dropdb drill');
}

async function dumpAndRestore(text: string): Promise<void> {
  match(await withSettings(fill(text)), /ok +secret key/);
  await bash('dropdb drill');
}

const feed = async () => psql('select id from change_feeds', 'namecard');

async function endCursors(text: string): Promise<void> {
  const before = await feed();
  await withSettings(text);
  notEqual(await feed(), before);
}

async function move(text: string): Promise<void> {
  await bash('createdb --owner=namecard moved');
  await bash(fill(text));
  await startsWith(readmeSession(), 'npx namecard start', {
    DATABASE_URL: databaseUrl('moved'),
    SECRET_KEY: await readFile(`${folder}/.data/secret-key`, 'utf8'),
    PORT: '3932',
  });
}

/** Of the service, and of the README's embedded database. */
export const backupSteps: Step[] = [
  backups.block('Make one each night', backUpToFolder),
  backups.command('npx namecard backup FILE', backUpToFile),
  backups.block('Practise once a month', practise),
  backups.block('Practise once a month', async (text) =>
    startsWith(readmeSession(), fill(text)),
  ),
  backups.block("With PostgreSQL's own programs", dumpAndRestore),
  backups.block('Readers of changes', endCursors),
  backups.block('Moving to another database', move),
];

export const lastSteps: Step[] = [
  accounts.command(
    'npx namecard user export ann@example.com --output ann.json',
    async (text) => {
      await withSettings(text);
      match(await readFile(`${folder}/ann.json`, 'utf8'), /ann@example.com/);
    },
  ),
  accounts.command('npx namecard user erase ann@example.com', async (text) => {
    await withSettings(text);
    equal(await statusOf(origins.service, '/users/me', person('ann').token), 401);
    const receipts = await readFile(`${settings['DATA_DIR']}/erasures.jsonl`, 'utf8');
    match(receipts, new RegExp(person('ann').id));
    await stop('service');
  }),
];
