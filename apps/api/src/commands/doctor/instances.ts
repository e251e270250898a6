import {
  createKeyRing,
  findHashKey,
  type HistoryDue,
  type Presence,
} from '@namecard/router';
import type { Environment } from '../../settings/environment.ts';
import { hashKeysOf, secretKeysOf } from '../../settings/secret-key.ts';
import { historyDue } from '../../watch/history-due.ts';
import { otherHashKey } from '../../watch/other-hash-key.ts';
import { type Check, checksOf } from './check.ts';

/**
 * Whether this SECRET_KEY decrypts the secrets in the database.
 * @param sealing the ids of all keys that were used for sealing
 */
export async function checkSecretKey(
  sealing: readonly string[],
  environment: Environment,
): Promise<Check> {
  const { ok, fail } = checksOf('secret key');
  const { ids } = createKeyRing(await secretKeysOf(environment));
  if (sealing.some((id) => !ids.includes(id))) {
    return fail(
      'SECRET_KEY lacks a key that webhook secrets are encrypted with: add that key to the list',
    );
  }
  return ok(
    ids.length > 1
      ? `decrypts what the database holds; ${ids.length} keys are set`
      : 'decrypts what the database holds',
  );
}

/** @param check what the database tells of its hash key; null before the first start */
export async function checkHashKey(
  check: string | null,
  environment: Environment,
): Promise<Check> {
  const { ok, warn, fail } = checksOf('hash key');
  if (check === null) {
    return ok('not used yet');
  }
  const hashKeys = await hashKeysOf(environment);
  const found = findHashKey(hashKeys, check);
  if (found === undefined) {
    return fail(otherHashKey);
  }
  if (found !== hashKeys[0]) {
    return warn(
      'derives from a key that is not the first of SECRET_KEY: before you remove that key, set the HASH_KEY that `./namecard secret rotate` prints',
    );
  }
  return ok('the one that the database was used with');
}

/** Hours until a backup is old: more than one day and a failed night. */
const longestBackupAge = 36;

type Ages = { backup: number | undefined; database: number };

/**
 * Checks the age of the newest backup made by `./namecard backup`, in seconds.
 * @param isWatch whether nobody reads warnings
 */
export function checkBackup({ backup, database }: Ages, isWatch: boolean): Check {
  const { ok, warn, fail } = checksOf('backup');
  const hours = Math.floor((backup ?? database) / 3_600);
  const isLate = hours >= longestBackupAge;
  if (backup === undefined) {
    const say = isWatch && isLate ? fail : warn;
    return say(
      '`./namecard backup` has never run: see docs/run/backups.md. Ignore this if another program makes backups',
    );
  }
  return isLate
    ? fail(
        `the last one is ${hours} hours old: see NamecardBackupOld in docs/run/runbook.md`,
      )
    : ok(`the last one is ${hours} hours old`);
}

type Instances = { running: readonly Presence[]; vanished: readonly Presence[] };

/**
 * Lists the instances and versions as they registered themselves.
 * @param isWatch whether nobody reads warnings
 */
export function checkInstances(
  { running, vanished }: Instances,
  isWatch: boolean,
): Check {
  const { ok, warn, fail } = checksOf('instances');
  const versions = new Set(running.map(({ version }) => version));
  const list = running.map(({ name, version }) => `${name} ${version}`).join(', ');
  if (vanished.length > 0) {
    const names = vanished.map(({ name }) => name).join(', ');
    const say = isWatch ? fail : warn;
    return say(
      `${names} gave no sign of life for a minute or more and did not say goodbye: see NamecardInstanceDown in docs/run/runbook.md. After an hour this is not said any more`,
    );
  }
  if (running.length === 0) {
    const say = isWatch ? fail : ok;
    return say('no instance runs on this database');
  }
  if (versions.size > 1) {
    return warn(`several versions run: ${list}; replace the older ones`);
  }
  return ok(list);
}

export function checkHistory(
  due: HistoryDue | undefined,
  { AUDIT_MONTHS }: Environment,
): Check {
  const { ok, warn } = checksOf('history');
  return due
    ? warn(historyDue(due, AUDIT_MONTHS))
    : ok(`kept for ${AUDIT_MONTHS} months`);
}
