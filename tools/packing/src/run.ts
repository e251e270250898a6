import { execFile } from 'node:child_process';

type Options = {
  env?: Record<string, string>;
  /** For programs whose exit code says that they found something. */
  mayFail?: boolean;
  /** Whether its output is shown at once, as progress. */
  isShown?: boolean;
};

/** The output of a program. Throws with all of it after a failure. */
export async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  { env = {}, mayFail = false, isShown = false }: Options = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const settings = {
      cwd,
      env: { ...process.env, ...env },
      maxBuffer: 64 * 1024 * 1024,
    };
    const child = execFile(program, args, settings, (error, stdout, stderr) => {
      if (error && !(mayFail && stdout !== '')) {
        reject(new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`));
      } else {
        resolve(stdout);
      }
    });
    if (isShown) {
      child.stdout?.pipe(process.stderr, { end: false });
    }
  });
}
