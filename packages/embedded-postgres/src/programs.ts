import type { Account } from './account.ts';
import { EmbeddedUnavailable } from './unavailable.ts';

/** In English and UTC, and without our environment, which has secrets. */
export function processOptions(account: Account | undefined) {
  return { ...account, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' } };
}

/** The system can't run the program, for example if it needs another C library. */
export function cannotExecute(program: string, cause: Error): EmbeddedUnavailable {
  return new EmbeddedUnavailable(
    `${program} can't be executed (${cause.message}); the binaries need glibc on Linux`,
    { cause },
  );
}

/** The error has the line of the output that says why. */
export function hasFailed(program: string, output: string[]): EmbeddedUnavailable {
  const lines = output.filter((line) => line.trim() !== '');
  const why = lines.find((line) => /\b(error|fatal|panic)\b/i.test(line)) ?? lines.at(-1);
  return new EmbeddedUnavailable(why ?? `${program} ended without a message`);
}
