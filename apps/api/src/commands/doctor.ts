import { diagnose } from '@namecard/db';
import {
  findMailTrouble,
  readBackupAge,
  readDatabaseAge,
  readHistoryDue,
  readHashCheck,
  readInstances,
  readVanished,
  readSealingKeys,
} from '@namecard/router';
import { platformPackage } from '@namecard/embedded-postgres';
import type { Command } from 'commander';
import { type Check, checksOf } from './doctor/check.ts';
import { checkDatabase } from './doctor/database.ts';
import { checkNode } from './doctor/ends-of-life.ts';
import { checkDisk } from './doctor/disk.ts';
import { checkMail, checkOutbox } from './doctor/mail.ts';
import {
  checkBackup,
  checkHashKey,
  checkHistory,
  checkInstances,
  checkSecretKey,
} from './doctor/instances.ts';
import { checkSettings } from './doctor/settings.ts';
import {
  type Environment,
  readEnvironment,
  SettingsError,
} from '../settings/environment.ts';
import { isFolder } from '../settings/files.ts';
import { explanationOf } from '../settings/explain-error.ts';
import { type Json, jsonOption, print, run } from './output.ts';
import { repairStored } from './doctor/counts.ts';
import { operate, type Place, withOrm, withPlace } from './run.ts';

const databaseChecks = checksOf('database');

function failed(error: unknown): Check {
  const line = explanationOf(error);
  if (line === undefined) throw error;
  return databaseChecks.fail(line);
}

async function examineDatabase(place: Place, isWatch: boolean): Promise<Check[]> {
  const checks: Check[] = [];
  try {
    const found = await diagnose(place.url);
    checks.push(...checkDatabase(found, place.environment));
    const { taken, missing, runsBeside } = found.schema;
    const isOurs = taken > 0 && missing === 0 && runsBeside;
    // Connecting as the service does also tests the settings that a pooler must
    // pass on.
    await withOrm(place, async (orm) => {
      if (isOurs) {
        const running = await readInstances(orm.em.fork());
        const vanished = await readVanished(orm.em.fork());
        const backup = await readBackupAge(orm.em.fork());
        const database = await readDatabaseAge(orm.em.fork());
        const sealing = await readSealingKeys(orm.em.fork());
        checks.push(
          await checkSecretKey(sealing, place.environment),
          await checkHashKey(await readHashCheck(orm.em.fork()), place.environment),
          checkInstances({ running, vanished }, isWatch),
          checkBackup({ backup, database }, isWatch),
          checkHistory(
            await readHistoryDue(orm.em.fork(), place.environment.AUDIT_MONTHS),
            place.environment,
          ),
          ...(await findMailTrouble(orm.em.fork())).map(({ reason }) =>
            checkOutbox(reason),
          ),
        );
      }
    });
  } catch (error) {
    checks.push(failed(error));
  }
  return checks;
}

/** Before the first start there is no embedded database. Does not create one. */
async function examineDatabaseOf(
  { DATABASE_URL, DATA_DIR }: Environment,
  isWatch: boolean,
): Promise<Check[]> {
  if (DATABASE_URL === undefined && !(await isFolder(DATA_DIR))) {
    platformPackage();
    return [
      databaseChecks.ok(
        'none yet: the first start creates an embedded PostgreSQL in DATA_DIR',
      ),
    ];
  }
  return withPlace((place) => examineDatabase(place, isWatch));
}

async function examine(isWatch: boolean): Promise<Check[]> {
  try {
    const environment = readEnvironment();
    const database = await examineDatabaseOf(environment, isWatch).catch(
      (error: unknown) => [failed(error)],
    );
    return [
      ...checkSettings(environment),
      ...database,
      checkNode(),
      await checkDisk(environment),
      await checkMail(environment),
    ];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.lines.map((line) => checksOf('settings').fail(line));
  }
}

type Chosen = { quiet?: true; repair?: true };

export function addDoctor(doctor: Command): void {
  doctor
    .option(...jsonOption)
    .option(
      '--quiet',
      'print only what fails, for a timer that mails it; fails too if no instance runs, if one vanished, or if no backup was ever made',
    )
    .option('--repair', 'only count all profiles and correct the stored counts')
    .action(async ({ quiet, repair, ...options }: Json & Chosen) =>
      repair
        ? operate(({ orm, deps }) => repairStored(orm, deps, options))
        : run(async () => {
            const all = await examine(quiet === true);
            const checks = quiet ? all.filter(({ status }) => status === 'fail') : all;
            const lines = checks.map(
              ({ name, status, message }) => `${status.padEnd(4)}  ${name}: ${message}`,
            );
            if (!quiet || checks.length > 0) print(checks, lines, options);
            if (checks.some(({ status }) => status === 'fail')) {
              process.exitCode = 1;
            }
          }),
    );
}
