import type { Clearance } from '@namecard/email';
import type { z } from 'zod';
import type { Actor } from '../../access/service.ts';
import { recordAction } from '../../audit/service.ts';
import type { Deps } from '../../context.ts';
import { AppError, invalidField } from '../../errors.ts';
import { inTransaction } from '../../transaction.ts';
import { listDeliveries, lockConcerned, markCleared } from './queries.ts';
import type { ListDeliveriesInput, MailAddress } from './schemas.ts';
import { deliveryView } from './view.ts';

/** What became of the newest mails, to one address or to all. For admins. */
export async function readDeliveries(
  { reader }: Deps,
  { address }: z.infer<typeof ListDeliveriesInput>,
) {
  const rows = await listDeliveries(reader, address?.toLowerCase());
  return { data: { deliveries: rows.map(deliveryView) } };
}

const providerRefused = (message: string) =>
  new AppError('SERVICE_UNAVAILABLE', 'MAIL_PROVIDER_REFUSED', message);

/** Why the provider did not do it, for an admin to read. */
function clearanceError(clearance: Exclude<Clearance, { outcome: 'cleared' }>): AppError {
  switch (clearance.outcome) {
    case 'refused':
      if (clearance.reason === 'recipient_malformed') {
        return invalidField('address', 'Must be an email address.');
      }
      return providerRefused(
        clearance.reason === 'suppression_kept'
          ? 'The mail provider keeps the suppression, as it does after a spam complaint. Only the address’s owner can ask it to mail them again.'
          : 'The mail provider refused the request.',
      );
    case 'misconfigured':
      return providerRefused('The mail provider does not accept this service’s token.');
    case 'retry':
      return providerRefused(
        'The mail provider did not answer as it should. Try again in a moment.',
      );
  }
}

/** What is kept of an address that nobody signed in with: what is erased with accounts must not outlast them here. */
const masked = (address: string) => address.replace(/^(.).*@/, '$1…@');

/** Users are locked before their mails, as where they are erased; the provider has forgotten, whoever is there to see it. */
async function recordCleared(deps: Deps, actor: Actor, address: string) {
  const { em } = deps;
  const { actorId, user } = await lockConcerned(em, actor, address);
  await markCleared(em, address);
  await recordAction(deps, { id: actorId, origin: actor.origin }, [
    {
      type: 'address.cleared',
      userId: user?.id ?? null,
      before: {},
      after: user ? {} : { address: masked(address) },
    },
  ]);
}

/**
 * Asks the provider to deliver to an address again, then writes that down. For admins. Gives `MAIL_PROVIDER_REFUSED`. It can't
 * be undone.
 */
export async function clearSuppression(
  deps: Deps,
  actor: Actor,
  input: z.infer<typeof MailAddress>,
): Promise<{ data: null }> {
  const address = input.address.toLowerCase();
  const clearance = await deps.clearSuppression(address);
  if (clearance.outcome !== 'cleared') {
    throw clearanceError(clearance);
  }
  await inTransaction(deps, (inner) => recordCleared(inner, actor, address));
  return { data: null };
}
