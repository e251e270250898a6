import { randomBytes } from 'node:crypto';
import type { Randomness } from '@namecard/router';
import { v7 } from 'uuid';

export const randomness: Randomness = {
  id: () => v7(),
  bytes: (length) => randomBytes(length),
};
