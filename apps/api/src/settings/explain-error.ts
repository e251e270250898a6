import { reasonOf, StartError, startErrorOf, troubleIn } from '@namecard/db';
import { EmbeddedUnavailable } from '@namecard/embedded-postgres';
import { ProcedureError } from '@namecard/rest';
import { AppError } from '@namecard/router';
import { z } from 'zod';
import { SettingsError } from './environment.ts';

/** An error whose message tells the operator what is wrong. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Errors whose message is enough for the operator, or for the developer. */
const explained = [
  CommandError,
  SettingsError,
  StartError,
  EmbeddedUnavailable,
  ProcedureError,
];

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
  if (data.code === 'EEXIST') return `${data.path} already exists: name another file.`;
  const why = data.code === 'ENOSPC' ? 'written: its disk is full' : 'used';
  return `${data.path} can’t be ${why} (${data.code}).`;
}

/** The lines that explain an error. Undefined for an error nobody expects. */
export function explanationOf(error: unknown): string | undefined {
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
  const found = troubleIn(error);
  if (found) {
    return found.trouble === 'read_only'
      ? `The database takes no writes: give the primary’s address (${found.reason}).`
      : `The database can’t be used: ${found.reason}.`;
  }
  return fileExplanationOf(error);
}
