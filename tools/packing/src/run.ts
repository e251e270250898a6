import { execFile } from 'node:child_process';

/** What the program writes to its output. Throws, with all that it said, where it fails. */
export async function run(
  program: string,
  options: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const settings = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
    execFile(program, options, settings, (error, stdout, stderr) => {
      if (error) {
        reject(new Error(`${program} ${options.join(' ')} failed:\n${stdout}${stderr}`));
      } else {
        resolve(stdout);
      }
    });
  });
}
