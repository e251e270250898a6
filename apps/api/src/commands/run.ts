import {
  isUnavailable,
  openOrm,
  type Orm,
  reasonOf,
  requireMigrated,
  StartError,
  startErrorOf,
} from '@namecard/db';
import { EmbeddedUnavailable } from '@namecard/embedded-postgres';
import {
  AppError,
  createKeyRing,
  type Deps,
  openHashes,
  operator,
  type OperatorActor,
  sharedManager,
} from '@namecard/router';
import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';
import { z } from 'zod';
import { provideDatabase } from '../adapters/database.ts';
import {
  type Environment,
  readEnvironment,
  SettingsError,
} from '../settings/environment.ts';
import { codeOf } from '../settings/error-code.ts';
import { keepReceipts } from '../adapters/erasures.ts';
import { mailerOf } from '../adapters/mailer.ts';
import { randomness } from '../adapters/random.ts';
import { secretKeysOf } from '../settings/secret-key.ts';
import { routerSettings } from '../settings/router-settings.ts';
import { createTelemetry } from '../watch/telemetry.ts';
import { webhookSender } from '../adapters/webhook-sender.ts';

/** An error whose message tells the operator what is wrong. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** The configured database. No connection is open yet. */
export type Place = { environment: Environment; url: string; logger: Logger };

export type OpenDatabase = Place & { orm: Orm };

/** What commands work with. The service may be running at the same time. */
export type Operation = OpenDatabase & { deps: Deps; actor: OperatorActor };

/** Errors whose message is enough for the operator. */
const explained = [CommandError, SettingsError, StartError, EmbeddedUnavailable];

/** An error of the file system. A failed connection has an address instead. */
const FileError = z.object({
  code: z.string(),
  syscall: z.string(),
  path: z.string().optional(),
  address: z.string().optional(),
});

function fileExplanationOf(error: unknown): string | undefined {
  const { success, data } = FileError.safeParse(error);
  if (!success || data.address !== undefined) {
    return undefined;
  }
  if (data.path === undefined) {
    return reasonOf(error);
  }
  return data.code === 'EEXIST'
    ? `${data.path} already exists: name another file.`
    : `${data.path} can’t be used (${data.code}).`;
}

/** The lines that explain an error. Undefined for an error nobody expects. */
function explanationOf(error: unknown): string | undefined {
  if (error instanceof z.ZodError) {
    return z.prettifyError(error);
  }
  if (error instanceof AppError) {
    const issues =
      error.issues?.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
    return [error.message, ...issues].join('\n');
  }
  if (error instanceof Error && explained.some((known) => error instanceof known)) {
    return error.message;
  }
  const final = startErrorOf(error);
  if (final) {
    return final.message;
  }
  if (isUnavailable(error)) {
    return `The database can’t be used: ${reasonOf(error)}.`;
  }
  return fileExplanationOf(error);
}

/**
 * Runs a command. Prints an error's explanation, or the whole error if it has
 * none, and sets exit code 1. If the output's reader closes the pipe, as
 * `head` does, the command ends quietly.
 */
export async function run(work: () => Promise<void>): Promise<void> {
  let outputError: unknown;
  const noteOutputError = (error: unknown) => (outputError = error);
  process.stdout.once('error', noteOutputError);
  try {
    await work();
  } catch (error) {
    if (error === outputError && codeOf(error) === 'EPIPE') return;
    const lines = explanationOf(error)?.split('\n').map(visible);
    console.error(lines?.join('\n') ?? error);
    process.exitCode = 1;
  } finally {
    process.stdout.off('error', noteOutputError);
  }
}

/** Logs to standard error, because standard output is for the result. */
const createLogger = () =>
  pino(
    { level: 'warn' },
    pretty({ destination: 2, sync: true, ignore: 'pid,hostname,time' }),
  );

/** Provides the database; an embedded one is started or borrowed. */
export async function withPlace<Result>(
  work: (place: Place) => Promise<Result>,
): Promise<Result> {
  const environment = readEnvironment();
  const logger = createLogger();
  const database = await provideDatabase(environment, logger, { lends: false });
  try {
    return await work({ environment, url: database.url, logger });
  } finally {
    await database.stop();
  }
}

/** Connects and does the work. The schema may be out of date. */
export async function withOrm<Result>(
  { url, environment }: Pick<Place, 'url' | 'environment'>,
  work: (orm: Orm) => Promise<Result>,
): Promise<Result> {
  const preparation = { isOn: environment.DATABASE_PREPARE, onRefused: () => {} };
  const orm = await openOrm({ url, poolSize: 4, preparation });
  try {
    await orm.em.getConnection().execute('select 1');
    return await work(orm);
  } finally {
    await orm.close();
  }
}

/** The services' dependencies. The schema must be up to date. */
export async function openDeps({
  environment,
  orm,
  logger,
}: OpenDatabase): Promise<Deps> {
  const em = sharedManager(orm);
  const keys = createKeyRing(await secretKeysOf(environment));
  const mailer = mailerOf(environment);
  return {
    em,
    admit: async (_, work) => work(),
    keys,
    hashes: await openHashes(em, keys, () => {
      throw new CommandError('SECRET_KEY lacks a key that the database was used with.');
    }),
    telemetry: createTelemetry(logger, {
      keepReceipt: keepReceipts(environment.DATA_DIR, logger),
    }),
    random: randomness,
    settings: routerSettings(environment),
    mailQueued: () => {},
    clearSuppression: (address) => mailer.clearSuppression(address),
    webhooks: webhookSender(environment),
  };
}

/** Runs a command as the operator. The schema must be up to date. */
export async function operate(
  work: (operation: Operation) => Promise<void>,
): Promise<void> {
  await run(() =>
    withPlace((place) =>
      withOrm(place, async (orm) => {
        await requireMigrated(orm);
        const deps = await openDeps({ ...place, orm });
        await work({ ...place, orm, deps, actor: operator });
      }),
    ),
  );
}

/** For every command that prints a result: `.option(...jsonOption)`. */
export const jsonOption = ['--json', 'print the result as JSON'] as const;

export type Json = { json?: true };

/** Only text is printed. `condition && line` may be false, null or undefined. */
export type PrintedLine = string | false | null | undefined;

/** Invisible characters could move the cursor, colour text or reverse it. */
const unseen = /[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Escapes invisible characters. Marks lines that follow a break in user text. */
export const visible = (text: string): string =>
  text
    .replaceAll(unseen, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
    .replaceAll('\n', '\n  > ');

/** JSON with invisible characters escaped, such as `\u001b`. */
const visibleJson = (value: unknown): string =>
  JSON.stringify(value, undefined, 2).replaceAll(unseen, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );

/** Prints the lines, or with `--json` the result as one JSON document. */
export function print(
  result: unknown,
  lines: readonly PrintedLine[],
  { json = false }: { json?: boolean | undefined },
): void {
  if (json) {
    console.log(visibleJson(result));
    return;
  }
  const shown = lines.filter((line) => typeof line === 'string').map(visible);
  console.log(shown.join('\n'));
}

export const linesOr = (none: string, lines: readonly string[]): readonly string[] =>
  lines.length > 0 ? lines : [none];

/** Prints to standard error, so that standard output has only the result. */
export const explain = (text: string): void => console.error(visible(text));
