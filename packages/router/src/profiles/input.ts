import type { z } from 'zod';
import type * as schemas from './schemas.ts';

export type Input<Name extends keyof typeof schemas> = z.infer<(typeof schemas)[Name]>;
