import {
  Address,
  isoInstant,
  type MailEvent,
  OutboxMail,
  readInstant,
} from '@namecard/db';
import type { Clearance } from '@namecard/email';
import type { z } from 'zod';
import { banHash, liftBan } from '../../access/bans.sql.ts';
import type { Moderator } from '../../access/caller.ts';
import { lockConcerned } from '../../access/locks.sql.ts';
import { recordEvent } from '../../audit/record-action.ts';
import type { Deps } from '../../context.ts';
import { type AppError, invalidField } from '../../errors.ts';
import { mailAfterAll, neverAgainHash } from '../../mail/never-again.sql.ts';
import { suppressedAmong } from '../../mail/recipients.sql.ts';
import { addressKey, masked } from '../../addresses.ts';
import type { BanEnd } from '../../telemetry.ts';
import { inTransaction } from '../../transaction.ts';
import { lockAddress, lockSuppressed, lockWaiting } from './addresses.sql.ts';
import { providerRefused } from './errors.ts';
import { ClearInput, MailAddress } from './schemas.ts';

const keptBecause = {
  suppression_kept:
    'The mail provider keeps the suppression, as after a spam complaint. Only the owner of the address can ask the provider to end it.',
  request_rejected: 'The mail provider refused the request.',
  suppressions_unknown:
    'Mail leaves by SMTP, which has no list of suppressions. Ask the operator of the mail server to deliver to the address again.',
};

/** Tells an admin why the provider failed. */
function clearanceError(clearance: Exclude<Clearance, { outcome: 'cleared' }>): AppError {
  switch (clearance.outcome) {
    case 'refused':
      if (clearance.reason === 'recipient_malformed') {
        return invalidField('address', 'Must be an email address.');
      }
      return providerRefused(keptBecause[clearance.reason]);
    case 'misconfigured':
      return providerRefused(
        'The mail provider does not accept this service’s API token.',
      );
    case 'retry':
      return providerRefused(
        'The mail provider did not answer correctly. Try again in a moment.',
      );
  }
}

/** The mails that show that an address is suppressed. */
const suppressedMails = (recipient: string) => ({
  recipient,
  $or: [
    { outcome: { $in: ['recipient_inactive', 'suppressed'] } },
    { event: { $in: ['suppressed', 'complained'] satisfies MailEvent[] } },
  ],
});

const actingUser = (actor: Moderator): string | null =>
  actor.kind === 'user' ? actor.id : null;

type TakenBack = Pick<z.infer<typeof ClearInput>, 'ban' | 'refusal'>;

type OfAddress = {
  type: 'address.cleared' | 'address.suppressed';
  address: string;
  before?: Partial<TakenBack>;
  after?: Partial<TakenBack>;
};

/** @param concerned the acting user and the owner of the address, both locked */
async function recordOfAddress(
  deps: Deps,
  actor: Moderator,
  { actorId, user }: Awaited<ReturnType<typeof lockConcerned>>,
  { type, address, before = {}, after: changed }: OfAddress,
) {
  const after = { ...(user ? {} : { address: masked(address) }), ...changed };
  const by = actor.kind === 'user' ? { ...actor, id: actorId } : actor;
  await recordEvent(deps, by, { type, userId: user?.id ?? null, before, after });
}

/** Locks users before mails, as erasures do. */
async function recordCleared(deps: Deps, actor: Moderator, address: string) {
  const { em } = deps;
  await lockSuppressed(em, address);
  const concerned = await lockConcerned(em, actingUser(actor), address);
  const now = await readInstant(em);
  (await em.findOne(Address, address))?.clear();
  for (const mail of await em.find(OutboxMail, suppressedMails(address))) {
    mail.report('reactivated', now);
  }
  await recordOfAddress(deps, actor, concerned, { type: 'address.cleared', address });
}

/** With SMTP, the operator's own block is there to clear. */
const isOursAlone = async ({ em }: Deps, clearance: Clearance, address: string) =>
  clearance.outcome === 'refused' &&
  clearance.reason === 'suppressions_unknown' &&
  (await suppressedAmong(em, [address])).has(address);

/** Returns the end of a ban, if there was one. */
async function takeBack(
  deps: Deps,
  actor: Moderator,
  { address, ban, refusal }: TakenBack & { address: string },
): Promise<BanEnd | undefined> {
  const { em, hashes } = deps;
  const isAllowed = refusal && (await mailAfterAll(em, neverAgainHash(hashes, address)));
  const hash = banHash(hashes, address);
  const isLifted = ban && (await liftBan(em, hash));
  if (!isAllowed && !isLifted) {
    return undefined;
  }
  const concerned = await lockConcerned(em, actingUser(actor), address);
  await recordOfAddress(deps, actor, concerned, {
    type: 'address.cleared',
    address,
    before: { ...(isAllowed && { refusal: true }), ...(isLifted && { ban: true }) },
    after: { ...(isAllowed && { refusal: false }), ...(isLifted && { ban: false }) },
  });
  return isLifted ? { unbanned: hash, at: isoInstant(await readInstant(em)) } : undefined;
}

/**
 * `refusal` takes back the owner's no to unasked mail. `ban` lets the address have an
 * account again. With either, nothing else is cleared. Can't be undone. Fails with
 * `MAIL_PROVIDER_REFUSED`.
 */
export async function clearSuppression(
  deps: Deps,
  actor: Moderator,
  input: z.input<typeof ClearInput>,
): Promise<{ data: null }> {
  const address = addressKey(input.address);
  const { ban = false, refusal = false } = input;
  if (ban || refusal) {
    const end = await inTransaction(deps, (inner) =>
      takeBack(inner, actor, { address, ban, refusal }),
    );
    if (end) await deps.telemetry.unbanned(end);
    return { data: null };
  }
  const clearance = await deps.clearSuppression(address);
  if (clearance.outcome !== 'cleared' && !(await isOursAlone(deps, clearance, address))) {
    throw clearanceError(clearance);
  }
  await inTransaction(deps, (inner) => recordCleared(inner, actor, address));
  return { data: null };
}

/** Waiting mail stops. A mail at the provider still leaves. */
async function suppress(deps: Deps, actor: Moderator, key: string) {
  const { em } = deps;
  await lockAddress(em, key);
  const address = await em.findOneOrFail(Address, key);
  if (address.suppressedAt !== null) {
    return;
  }
  const concerned = await lockConcerned(em, actingUser(actor), key);
  address.suppress(await readInstant(em));
  for (const mail of await em.find(OutboxMail, { id: await lockWaiting(em, key) })) {
    mail.refuse('suppressed');
  }
  await recordOfAddress(deps, actor, concerned, {
    type: 'address.suppressed',
    address: key,
  });
}

/** Blocks all mail to an address until it is cleared. For operators. */
export const suppressAddress = (
  deps: Deps,
  actor: Moderator,
  { address }: z.infer<typeof MailAddress>,
): Promise<void> =>
  inTransaction(deps, (inner) => suppress(inner, actor, addressKey(address)));
