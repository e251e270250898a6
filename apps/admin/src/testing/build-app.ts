import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** Builds the current app, unless it is built. The service then serves it. */
export default function buildApp(): void {
  execFileSync('npm', ['run', '-s', 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
