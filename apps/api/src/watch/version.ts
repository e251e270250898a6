import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const api = join(import.meta.dirname, '..', '..');
const root = join(api, '..', '..');

const Package = z.object({ version: z.string() });

/** The commit of this checkout, or of the one this folder was built from. */
function revisionOf(folder: string): string | undefined {
  const assembled = join(folder, 'revision');
  if (existsSync(assembled)) {
    return readFileSync(assembled, 'utf8').trim();
  }
  // Otherwise git would find the commit of a surrounding repository.
  if (!existsSync(join(folder, '.git'))) {
    return undefined;
  }
  try {
    const options = { encoding: 'utf8', stdio: 'pipe', timeout: 5_000 } as const;
    const command = ['-C', folder, 'rev-parse', '--short', 'HEAD'];
    return execFileSync('git', command, options).trim();
  } catch {
    // There is no git, or it does not trust the folder's owner.
    return undefined;
  }
}

/** The version, such as `1.0.0+6bfd8c8`, or `1.0.0` without a known commit. */
export function versionOf(folder: string, manifest: string): string {
  const { version } = Package.parse(JSON.parse(readFileSync(manifest, 'utf8')));
  const revision = revisionOf(folder);
  return revision === undefined ? version : `${version}+${revision}`;
}

/** Read once, because the folder may be replaced while the process runs. */
export const version = versionOf(root, join(api, 'package.json'));
