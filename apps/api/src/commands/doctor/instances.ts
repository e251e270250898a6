import { createKeyRing, type Presence } from '@namecard/router';
import type { Environment } from '../../settings/environment.ts';
import { secretKeysOf } from '../../settings/secret-key.ts';
import { namesOf, withOtherKeys } from '../running.ts';
import { type Check, checksOf } from './check.ts';

/**
 * Whether the keys of the hashes, which the database holds sealed, can be opened: by these settings, and by what runs.
 * @param sealing the names of the keys that anything is sealed under
 */
export async function checkSecretKey(
  sealing: readonly string[],
  running: readonly Presence[],
  environment: Environment,
): Promise<Check> {
  const { ok, warn, fail } = checksOf('secret key');
  const { ids } = createKeyRing(await secretKeysOf(environment));
  const lacks = (keyIds: readonly string[]) => sealing.some((id) => !keyIds.includes(id));
  if (lacks(ids)) {
    return fail(
      'SECRET_KEY is not the one that the database was used with: add that to the list',
    );
  }
  const lost = running.filter(({ keyIds }) => lacks(keyIds));
  if (lost.length > 0) {
    return fail(
      `what the database holds sealed can’t be opened by ${namesOf(lost).join(', ')}: restart it with the SECRET_KEY of here`,
    );
  }
  const others = withOtherKeys(running, ids);
  if (others.length > 0) {
    return warn(
      `${namesOf(others).join(', ')} runs with another list than SECRET_KEY has here: restart it, or correct the settings here`,
    );
  }
  return ok(
    ids.length > 1
      ? `it is the database’s; one of ${ids.length}`
      : 'it is the database’s',
  );
}

/** Hours after which a backup is old: more than a day and a night that failed. */
const longestBackupAge = 36;

/** How old the last backup is that was made by the command. */
export function checkBackup(seconds: number | undefined): Check {
  const { ok, warn } = checksOf('backup');
  if (seconds === undefined) {
    return warn(
      'none was ever made by `npx namecard backup`: see docs/run/backups.md, unless another program makes them',
    );
  }
  const hours = Math.floor(seconds / 3_600);
  return hours >= longestBackupAge
    ? warn(`the last one is ${hours} hours old`)
    : ok(`the last one is ${hours} hours old`);
}

/** What runs on the database, as it says itself. */
export function checkInstances(running: readonly Presence[]): Check {
  const { ok, warn } = checksOf('instances');
  const versions = new Set(running.map(({ version }) => version));
  const list = running.map(({ name, version }) => `${name} ${version}`).join(', ');
  if (running.length === 0) {
    return ok('none runs on this database');
  }
  if (versions.size > 1) {
    return warn(`several versions run: ${list}; replace the older ones`);
  }
  return ok(list);
}
