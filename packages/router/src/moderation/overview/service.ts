import type { z } from 'zod';
import type { Actor } from '../../auth/sessions.ts';
import type { Deps } from '../../context.ts';
import type { Overview } from './schemas.ts';

/** What needs a look, and how much there is. */
export async function readOverview(_deps: Deps, _actor: Actor): Promise<z.infer<typeof Overview>> {
  throw new Error('Not yet');
}
