import { equal, match, notEqual } from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { fill, origins } from '../places.ts';
import type { Step } from '../plan.ts';
import { databaseUrl } from '../server.ts';
import { settings, statusOf, withSettings } from '../served.ts';
import { bash, type Environment, psql, start } from '../shell.ts';
import { folder, work } from '../workplace.ts';
import { sessions } from './install.ts';

async function backUp(text: string): Promise<void> {
  await withSettings(fill(text));
  const files = await readdir(`${work}/backups`);
  equal(files.length, 1);
  const { mode } = await stat(`${work}/backups/${files[0]}`);
  equal(mode & 0o777, 0o600);
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
  await startsWith(sessions.ann, fill(text), settings);
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
  await startsWith(sessions.readme, './namecard start', {
    DATABASE_URL: databaseUrl('moved'),
    SECRET_KEY: await readFile(`${folder}/.data/secret-key`, 'utf8'),
    PORT: '3932',
  });
}

const step = (heading: string, run: Step['run']): Step => ({
  page: 'docs/run/backups.md',
  heading,
  run,
});

/** Of the service, and of the README's embedded database. */
export const backupSteps: Step[] = [
  step('Make one each night', backUp),
  step('Practise once a month', practise),
  step('Practise once a month', async (text) => startsWith(sessions.readme, fill(text))),
  step("With PostgreSQL's own programs", dumpAndRestore),
  step('Readers of changes', endCursors),
  step('Moving to another database', move),
];
