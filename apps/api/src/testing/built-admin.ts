import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** Builds the admin app unless it is built, as `npm start` does. */
export async function ensureAdminIsBuilt(): Promise<void> {
  if (!existsSync(`${repository}apps/admin/dist/index.html`)) {
    await promisify(execFile)('npm', ['run', 'build', '--workspace', '@namecard/admin'], {
      cwd: repository,
    });
  }
}
