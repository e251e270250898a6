import { randomBytes } from 'node:crypto';
import type { Randomness } from '@namecard/router';
import { v7 } from 'uuid';

/** The operating system's randomness. */
export const randomness: Randomness = {
  id: () => v7(),
  bytes: (length) => randomBytes(length),
};
