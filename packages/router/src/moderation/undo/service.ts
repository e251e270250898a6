import type { z } from 'zod';
import type { Actor } from '../../auth/sessions.ts';
import type { Deps } from '../../context.ts';
import type { Origin } from '../../events/record.ts';
import type { ActResults } from '../results.ts';
import type { UndoInput } from './schemas.ts';

/** Takes an act back, or one event of it. Gives `ACT_NOT_FOUND`. */
export async function undo(
  _deps: Deps,
  _actor: Actor,
  _origin: Origin,
  _input: z.infer<typeof UndoInput>,
): Promise<z.infer<typeof ActResults>> {
  throw new Error('Not yet');
}
