import type { z } from 'zod';
import type { Actor } from '../auth/sessions.ts';
import type { Deps } from '../context.ts';
import type { Origin } from '../events/record.ts';
import type { MailAddress } from './schemas.ts';

/** Asks the provider to deliver to an address again. Gives `MAIL_PROVIDER_REFUSED`. */
export async function clearSuppression(
  _deps: Deps,
  _actor: Actor,
  _origin: Origin,
  _input: z.infer<typeof MailAddress>,
): Promise<{ data: null }> {
  throw new Error('Not yet');
}
