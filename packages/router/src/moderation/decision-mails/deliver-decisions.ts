import type { Language, Orm } from '@namecard/db';
import type { Decisions, Mailer } from '@namecard/email';
import type { Hashes } from '../../access/hashes.ts';
import { addressKey } from '../../addresses.ts';
import type { Randomness, Settings } from '../../context.ts';
import { type Final, keepMail } from '../../mail/keep-mail.sql.ts';
import { endOf } from '../../mail/provider-hold.sql.ts';
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

/** As `endOf` says, but `held` if the provider refuses everybody. */
type Delivered = Final | 'failed' | 'held' | 'unanswered';

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
  const isFinal = delivery.outcome === 'sent' || delivery.outcome === 'refused';
  if (isFinal) {
    // Before the hold is asked, which counts it.
    const mail = { id: random.id(), userId, recipient: addressKey(email), language };
    await keepMail(orm.em, { ...mail, decisions }, delivery);
  }
  const end = await endOf(orm.em, delivery);
  return end === 'failed' && isFinal ? 'held' : end;
}
