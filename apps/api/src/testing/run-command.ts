import { vi } from 'vitest';
import { createProgram } from '../commands/program.ts';

type Settings = Record<string, string>;

/** The output of a command and its exit code. */
export type Printed = { out: string; err: string; code: number };

/** Runs `./namecard` in this process with these arguments and settings. */
export async function runCommand(
  args: readonly string[],
  settings: Settings,
): Promise<Printed> {
  const printed = { out: '', err: '' };
  const log = vi
    .spyOn(console, 'log')
    .mockImplementation((text) => (printed.out += `${text}\n`));
  const error = vi
    .spyOn(console, 'error')
    .mockImplementation((text) => (printed.err += `${text}\n`));
  Object.entries(settings).forEach(([name, value]) => vi.stubEnv(name, value));
  try {
    const program = await createProgram(args);
    await program.parseAsync(args, { from: 'user' });
    return { ...printed, code: Number(process.exitCode ?? 0) };
  } finally {
    process.exitCode = undefined;
    vi.unstubAllEnvs();
    log.mockRestore();
    error.mockRestore();
  }
}
