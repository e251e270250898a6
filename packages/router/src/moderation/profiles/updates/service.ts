import type { z } from 'zod';
import type { Actor } from '../../../access/service.ts';
import type { Deps } from '../../../context.ts';
import { invalidField } from '../../../errors.ts';
import { Moment, UpdatesInput } from '../schemas.ts';
import { countUpdates } from './queries.ts';

/** The moment as clients send it back: it is opaque to them. */
export const writeAsOf = (moment: Moment): string =>
  Buffer.from(JSON.stringify(moment)).toString('base64url');

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the moment of a search. Gives `INPUT_INVALID`. */
function readAsOf(asOf: string): Moment {
  const parsed = Moment.safeParse(parsedJson(Buffer.from(asOf, 'base64url').toString()));
  if (!parsed.success) {
    throw invalidField('asOf', 'Must be the asOf of a search.');
  }
  return parsed.data;
}

/** How many profiles were created and changed since a search's `asOf`. Gives `INPUT_INVALID`. */
export async function readUpdates(
  { reader }: Deps,
  actor: Actor,
  { asOf, ...filter }: z.infer<typeof UpdatesInput>,
) {
  return { data: await countUpdates(reader, actor.id, filter, readAsOf(asOf)) };
}
