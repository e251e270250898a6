import manifest from '../package.json' with { type: 'json' };

/** All workspaces have the same. */
export const { version } = manifest;

const numbersOf = (text: string) => text.split('.').map(Number);

/** Both are such as `1.2.0`. */
export function isOlder(one: string, other: string): boolean {
  const [major = 0, minor = 0, patch = 0] = numbersOf(one);
  const [otherMajor = 0, otherMinor = 0, otherPatch = 0] = numbersOf(other);
  return (major - otherMajor || minor - otherMinor || patch - otherPatch) < 0;
}

const [major = 0, minor = 0] = numbersOf(version);

/** A major version's first minor has none: a major version may remove things. */
export const previousMinor = `${major}.${Math.max(minor - 1, 0)}.0`;
