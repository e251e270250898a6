import manifest from '../package.json' with { type: 'json' };

/** All workspaces have the same. */
export const { version } = manifest;

/** Both are such as `1.2.0`. */
export const isOlder = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { numeric: true }) < 0;

const [major = 0, minor = 0] = version.split('.').map(Number);

/** A major version's first minor has none: a major version may remove things. */
export const previousMinor = `${major}.${Math.max(minor - 1, 0)}.0`;
