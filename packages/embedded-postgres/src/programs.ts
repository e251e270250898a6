import type { Account } from './account.ts';
import { EmbeddedUnavailable } from './unavailable.ts';

/**
 * How PostgreSQL's programs are run: as `account`, in a directory everybody can enter, in English
 * and UTC, and with nothing of our environment, which holds the service's secrets.
 */
export function processOptions(account: Account | undefined) {
  return { ...account, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' } };
}

/** For a program the system would not even start, such as one made for another C library. */
export function cannotExecute(program: string, cause: Error): EmbeddedUnavailable {
  return new EmbeddedUnavailable(
    `${program} can't be executed (${cause.message}); the binaries need glibc on Linux`,
    { cause },
  );
}

/** For a program that ended with an error: the line of its output that says why. */
export function hasFailed(program: string, output: string[]): EmbeddedUnavailable {
  const lines = output.filter((line) => line.trim() !== '');
  const why = lines.find((line) => /\b(error|fatal|panic)\b/i.test(line)) ?? lines.at(-1);
  return new EmbeddedUnavailable(why ?? `${program} ended without a word`);
}
