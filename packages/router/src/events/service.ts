import type { z } from 'zod';
import type { Actor } from '../auth/sessions.ts';
import type { Deps } from '../context.ts';
import type { EventExport, EventList, ExportEventsInput, ListEventsInput } from './schemas.ts';

/** What was done, newest first. Moderators are told of profiles alone, admins of everything. */
export async function listEvents(
  _deps: Deps,
  _actor: Actor,
  _input: z.infer<typeof ListEventsInput>,
): Promise<z.infer<typeof EventList>> {
  throw new Error('Not yet');
}

/** The same as CSV (RFC 4180), a thousand rows a call, with the header where there is no cursor. */
export async function exportEvents(
  _deps: Deps,
  _actor: Actor,
  _input: z.infer<typeof ExportEventsInput>,
): Promise<z.infer<typeof EventExport>> {
  throw new Error('Not yet');
}
