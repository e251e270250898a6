import { createKeyRing, type Presence } from '@namecard/router';
import type { Environment } from '../../settings/environment.ts';
import { secretKeysOf } from '../../settings/secret-key.ts';
import { namesOf, withOtherKeys } from '../running.ts';
import { type Check, checksOf } from './check.ts';

/**
 * Whether this SECRET_KEY and the running instances can decrypt the database's
 * sealed keys.
 * @param sealing the ids of all keys that were used for sealing
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
      'SECRET_KEY lacks a key that the database was used with: add that key to the list',
    );
  }
  const lost = running.filter(({ keyIds }) => lacks(keyIds));
  if (lost.length > 0) {
    return fail(
      `these instances can’t decrypt the secrets in the database: ${namesOf(lost).join(', ')}. Restart them with this SECRET_KEY`,
    );
  }
  const others = withOtherKeys(running, ids);
  if (others.length > 0) {
    return warn(
      `these instances run with other keys than SECRET_KEY here, or in another order: ${namesOf(others).join(', ')}. Restart them, or correct SECRET_KEY here`,
    );
  }
  return ok(
    ids.length > 1
      ? `matches the database; ${ids.length} keys are set`
      : 'matches the database',
  );
}

/** Hours until a backup is old: more than one day and a failed night. */
const longestBackupAge = 36;

/** Checks the age of the newest backup made by `npx namecard backup`. */
export function checkBackup(seconds: number | undefined): Check {
  const { ok, warn } = checksOf('backup');
  if (seconds === undefined) {
    return warn(
      '`npx namecard backup` has never run: see docs/run/backups.md. Ignore this if another program makes backups',
    );
  }
  const hours = Math.floor(seconds / 3_600);
  return hours >= longestBackupAge
    ? warn(`the last one is ${hours} hours old`)
    : ok(`the last one is ${hours} hours old`);
}

/** Lists the instances and versions as they registered themselves. */
export function checkInstances(running: readonly Presence[]): Check {
  const { ok, warn } = checksOf('instances');
  const versions = new Set(running.map(({ version }) => version));
  const list = running.map(({ name, version }) => `${name} ${version}`).join(', ');
  if (running.length === 0) {
    return ok('no instance runs on this database');
  }
  if (versions.size > 1) {
    return warn(`several versions run: ${list}; replace the older ones`);
  }
  return ok(list);
}
