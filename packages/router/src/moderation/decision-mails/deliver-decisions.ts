import type { Language, Orm } from '@namecard/db';
import type { Decisions, Mailer } from '@namecard/email';
import type { Hashes } from '../../access/hashes.ts';
import { addressKey } from '../../addresses.ts';
import type { Randomness, Settings } from '../../context.ts';
import { keepMail } from '../../mail/keep-mail.sql.ts';
import { isHeld, mayConcernUs } from '../../mail/provider-hold.sql.ts';
import { decisionMessage } from '../../mail/view.ts';

export type DecisionMailDeps = {
  orm: Orm;
  hashes: Hashes;
  mailer: Pick<Mailer, 'deliver'>;
  random: Randomness;
  settings: Pick<Settings, 'product' | 'issuer' | 'adminEmails'>;
};

type Recipient = {
  /** Null for an address that nobody has proven. */
  userId: string | null;
  email: string;
  language: Language | null;
  /** An operator has blocked the address. */
  isSuppressed?: boolean;
};

/**
 * - `over`: the mail has left, or this recipient gets none.
 * - `unsent`: the provider did not answer.
 * - `refused`: it may refuse everybody, or have the mail without an answer.
 * - `held`: it refuses everybody, and mail waits for it.
 */
export type Delivered = 'over' | 'unsent' | 'refused' | 'held';

/** Kept in place of a provider's answer. */
const suppressed = { outcome: 'refused', reason: 'suppressed' } as const;

/** Mails the decisions, and keeps the mail with the provider's answer. */
export async function deliverDecisions(
  { orm, mailer, random, settings }: DecisionMailDeps,
  { userId, email, language, isSuppressed = false }: Recipient,
  decisions: Decisions,
): Promise<Delivered> {
  const delivery = isSuppressed
    ? suppressed
    : await mailer.deliver(decisionMessage({ email, language, decisions }, settings));
  if (delivery.outcome !== 'sent' && delivery.outcome !== 'refused') {
    return delivery.reason === 'unanswered' ? 'refused' : 'unsent';
  }
  const mail = { id: random.id(), userId, recipient: addressKey(email), language };
  await keepMail(orm.em, { ...mail, decisions }, delivery);
  if (delivery.outcome === 'sent' || !mayConcernUs(delivery.reason)) {
    return 'over';
  }
  return (await isHeld(orm.em, delivery)) ? 'held' : 'refused';
}
