import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** No approval asks for a second look then. Normally one in fifty does. */
export const noChance = {
  id: () => v7(),
  bytes: (length: number) =>
    length === 4 ? Buffer.from([0, 0, 0, 1]) : randomBytes(length),
};
