import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A version of the service: its name and folder. */
export type Version = { name: string; root: string };

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The current files, with uncommitted changes. */
export const thisCheckout: Version = { name: 'this checkout', root };

/**
 * Checks out a revision with its own dependencies, in a temporary folder that
 * later runs reuse. A link to our dependencies would make `@namecard/…` load our
 * packages.
 */
export function checkOut(revision: string): Version {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
  const commit = git('rev-parse', '--verify', `${revision}^{commit}`);
  const folder = join(tmpdir(), `namecard-at-${commit}`);
  if (!existsSync(folder)) {
    const unfinished = `${folder}-unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished);
    git('archive', '--format=tar', `--output=${unfinished}/all.tar`, commit);
    execFileSync('tar', ['-xf', 'all.tar'], { cwd: unfinished });
    execFileSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], {
      cwd: unfinished,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    renameSync(unfinished, folder);
  }
  return { name: revision, root: folder };
}
