import { Address, type MailEvent, OutboxMail, readInstant } from '@namecard/db';
import type { Clearance } from '@namecard/email';
import type { z } from 'zod';
import type { Moderator } from '../../access/service.ts';
import { recordAction } from '../../audit/service.ts';
import type { Deps } from '../../context.ts';
import { type AppError, invalidField } from '../../errors.ts';
import { suppressedAmong } from '../../mail/recipients/queries.ts';
import { pageOf, sortKeyOf } from '../../queries.ts';
import { addressKey } from '../../text.ts';
import { inTransaction } from '../../transaction.ts';
import {
  deliveryOrder,
  findUser,
  isSuppressed,
  listDeliveries,
  lockAddress,
  lockConcerned,
  lockRefused,
  lockSuppressed,
  lockWaiting,
} from './queries.ts';
import { providerRefused } from './errors.ts';
import {
  InspectedAddress,
  ListDeliveriesInput,
  MailAddress,
  RetryMails,
} from './schemas.ts';
import { deliveryView } from './view.ts';

/** What became of the mails to one address or to all, newest first. For admins. Gives `INPUT_INVALID` for a cursor that is none. */
export async function readDeliveries(
  { reader }: Deps,
  { address, cursor, ...input }: z.infer<typeof ListDeliveriesInput>,
) {
  const { limit } = input;
  const after = sortKeyOf(deliveryOrder, cursor);
  const rows = await listDeliveries(reader, {
    ...input,
    address: address && addressKey(address),
    limit: limit + 1,
    ...(after && { after }),
  });
  const { page, nextCursor } = pageOf(deliveryOrder, rows, limit);
  return { data: { deliveries: page.map(deliveryView), nextCursor } };
}

/** What is known of an address, whether or not anybody signs in with it. For admins. */
export async function inspectAddress(
  { reader }: Deps,
  input: z.infer<typeof MailAddress>,
): Promise<z.infer<typeof InspectedAddress>> {
  const address = addressKey(input.address);
  return {
    data: {
      isSuppressed: await isSuppressed(reader, address),
      user: (await findUser(reader, address)) ?? null,
    },
  };
}

const keptBecause = {
  suppression_kept:
    'The mail provider keeps the suppression, as it does after a spam complaint. Only the address’s owner can ask it to mail them again.',
  request_rejected: 'The mail provider refused the request.',
  suppressions_unknown:
    'Mail leaves by SMTP, which knows no suppressions: ask whoever runs the mail server to deliver to the address again.',
};

/** Why the provider did not do it, for an admin to read. */
function clearanceError(clearance: Exclude<Clearance, { outcome: 'cleared' }>): AppError {
  switch (clearance.outcome) {
    case 'refused':
      if (clearance.reason === 'recipient_malformed') {
        return invalidField('address', 'Must be an email address.');
      }
      return providerRefused(keptBecause[clearance.reason]);
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

/** The mails that show that an address is suppressed. */
const suppressedMails = (recipient: string) => ({
  recipient,
  $or: [
    { outcome: { $in: ['recipient_inactive', 'suppressed'] } },
    { event: { $in: ['suppressed', 'complained'] satisfies MailEvent[] } },
  ],
});

/** @param concerned whoever acts and whoever has the address, locked */
async function recordOfAddress(
  deps: Deps,
  actor: Moderator,
  { actorId, user }: Awaited<ReturnType<typeof lockConcerned>>,
  { type, address }: { type: 'address.cleared' | 'address.suppressed'; address: string },
) {
  const after = user ? {} : { address: masked(address) };
  const event = { type, userId: user?.id ?? null, before: {}, after };
  await recordAction(deps, { ...actor, id: actorId }, { type }, [event]);
}

/** Users are locked before their mails, as where they are erased; the provider has forgotten, whoever is there to see it. */
async function recordCleared(deps: Deps, actor: Moderator, address: string) {
  const { em } = deps;
  await lockSuppressed(em, address);
  const concerned = await lockConcerned(em, actor, address);
  const now = await readInstant(em);
  (await em.findOne(Address, address))?.clear();
  for (const mail of await em.find(OutboxMail, suppressedMails(address))) {
    mail.report('reactivated', now);
  }
  await recordOfAddress(deps, actor, concerned, { type: 'address.cleared', address });
}

/** Whether an operator's own suppression is all there is to clear: mail leaves by SMTP. */
const isOursAlone = async ({ em }: Deps, clearance: Clearance, address: string) =>
  clearance.outcome === 'refused' &&
  clearance.reason === 'suppressions_unknown' &&
  (await suppressedAmong(em, [address])).has(address);

/**
 * Asks the provider to deliver to an address again, then lets mail leave to it and writes that down. For admins. Gives
 * `MAIL_PROVIDER_REFUSED`. It can't be undone.
 */
export async function clearSuppression(
  deps: Deps,
  actor: Moderator,
  input: z.infer<typeof MailAddress>,
): Promise<{ data: null }> {
  const address = addressKey(input.address);
  const clearance = await deps.clearSuppression(address);
  if (clearance.outcome !== 'cleared' && !(await isOursAlone(deps, clearance, address))) {
    throw clearanceError(clearance);
  }
  await inTransaction(deps, (inner) => recordCleared(inner, actor, address));
  return { data: null };
}

/** What is with the provider at that moment leaves; what waits does not. */
async function suppress(deps: Deps, actor: Moderator, key: string) {
  const { em } = deps;
  await lockAddress(em, key);
  const address = await em.findOneOrFail(Address, key);
  if (address.suppressedAt !== null) {
    return;
  }
  const concerned = await lockConcerned(em, actor, key);
  address.suppress(await readInstant(em));
  for (const mail of await em.find(OutboxMail, { id: await lockWaiting(em, key) })) {
    mail.refuse('suppressed');
  }
  await recordOfAddress(deps, actor, concerned, {
    type: 'address.suppressed',
    address: key,
  });
}

/** Has no mail leave to an address until that is cleared, whether or not anybody has it. For operators. */
export const suppressAddress = (
  deps: Deps,
  actor: Moderator,
  { address }: z.infer<typeof MailAddress>,
): Promise<void> =>
  inTransaction(deps, (inner) => suppress(inner, actor, addressKey(address)));

/**
 * Has mail tried again that the provider refused, one or all of the last hour: after what it refused was put right. Returns how
 * many; none where the codes are dead by now. It can't be undone.
 */
export async function retryMails(
  deps: Deps,
  actor: Moderator,
  { id }: z.infer<typeof RetryMails>,
): Promise<{ data: { retried: number } }> {
  const retried = await inTransaction(deps, async (inner) => {
    const refused = await lockRefused(inner.em, id);
    const now = await readInstant(inner.em);
    const mails = await inner.em.find(OutboxMail, { id: refused.map((mail) => mail.id) });
    mails.forEach((mail) => mail.requeue(now));
    const type = 'mail.retried';
    const events = refused.map(({ userId, recipient }) => {
      const after = userId === null ? { address: masked(recipient) } : {};
      return { type, userId, before: {}, after } as const;
    });
    if (events.length > 0) {
      await recordAction(inner, actor, { type }, events);
    }
    return events.length;
  });
  return { data: { retried } };
}
