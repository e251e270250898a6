import { execFile } from 'node:child_process';

type Options = {
  env?: Record<string, string>;
  /** For programs whose exit code says that they found something. */
  mayFail?: boolean;
};

/** The output of a program. Throws with all of it after a failure. */
export async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  { env = {}, mayFail = false }: Options = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const settings = {
      cwd,
      env: { ...process.env, ...env },
      maxBuffer: 64 * 1024 * 1024,
    };
    execFile(program, args, settings, (error, stdout, stderr) => {
      if (error && !(mayFail && stdout !== '')) {
        reject(new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`));
      } else {
        resolve(stdout);
      }
    });
  });
}
