import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

export const work = mkdtempSync(join(tmpdir(), 'namecard-documents-'));
process.once('exit', () =>
  // Processes of a killed PostgreSQL may still write.
  rmSync(work, { recursive: true, force: true, maxRetries: 10 }),
);
// Root's embedded PostgreSQL runs as another account, which must get in.
chmodSync(work, 0o755);

/** The service's folder. Commands run here and leave their files here. */
export const folder = join(work, 'folder');
mkdirSync(folder);
for (const name of ['node_modules', 'apps', 'packages', 'namecard']) {
  symlinkSync(join(root, name), join(folder, name));
}
cpSync(join(root, 'deploy'), join(folder, 'deploy'), { recursive: true });
