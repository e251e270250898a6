import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const api = join(import.meta.dirname, '..', '..');
const root = join(api, '..', '..');

const Package = z.object({ version: z.string() });

/** The commit of a git checkout, or of the checkout that a folder for deployment was assembled from. */
function revisionOf(folder: string): string | undefined {
  const assembled = join(folder, 'revision');
  if (existsSync(assembled)) {
    return readFileSync(assembled, 'utf8').trim();
  }
  // Without this, git would name the commit of a repository around the folder.
  if (!existsSync(join(folder, '.git'))) {
    return undefined;
  }
  try {
    const options = { encoding: 'utf8', stdio: 'pipe', timeout: 5_000 } as const;
    const command = ['-C', folder, 'rev-parse', '--short', 'HEAD'];
    return execFileSync('git', command, options).trim();
  } catch {
    // There is no git, or it doesn't trust the folder's owner.
    return undefined;
  }
}

/** What runs from this folder, such as `1.0.0+6bfd8c8`; without a known commit `1.0.0`. */
export function versionOf(folder: string, manifest: string): string {
  const { version } = Package.parse(JSON.parse(readFileSync(manifest, 'utf8')));
  const revision = revisionOf(folder);
  return revision === undefined ? version : `${version}+${revision}`;
}

/** The version of this process, read once: the folder may be replaced while it runs. */
export const version = versionOf(root, join(api, 'package.json'));
