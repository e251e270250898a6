import { equal, match } from 'node:assert/strict';
import type { Step } from '../plan.ts';
import { databaseUrl } from '../server.ts';
import { withSettings } from '../served.ts';
import { bash, psql } from '../shell.ts';

const referred = 'select count(*) from profiles where referrer_id is not null';

async function readHistory(text: string): Promise<void> {
  await withSettings('./namecard user role ben@example.com moderator');
  match(await withSettings(text), /user\.role_changed/);
}

async function addRole(text: string): Promise<void> {
  await psql(text);
  const DATABASE_URL = databaseUrl('namecard', 'namecard2');
  await withSettings('./namecard doctor', { DATABASE_URL });
}

/** From a copy, as the page says. */
async function saveRows(text: string): Promise<void> {
  await bash('createdb --owner=namecard drill');
  const DATABASE_URL = databaseUrl('drill');
  await withSettings(`./namecard backup one.backup
    DATABASE_URL=${DATABASE_URL} ./namecard restore one.backup`);
  match(await psql(`${text}\n;`, 'drill'), /COPY 1[^]*COPY 1/);
}

async function bringRowsBack(text: string): Promise<void> {
  await psql("delete from profiles where username_key = 'ann'", 'namecard');
  equal(await psql(referred, 'namecard'), '0\n');
  await psql(text, 'namecard');
  equal(await psql(referred, 'namecard'), '1\n');
}

const step = (heading: string, run: Step['run']): Step => ({
  page: 'docs/run/incidents.md',
  heading,
  run,
});

export const incidentSteps: Step[] = [
  step("A moderator's account is in wrong hands", readHistory),
  step("The database's password", addRole),
  step('Rows deleted by mistake', saveRows),
  step('Rows deleted by mistake', bringRowsBack),
];
