import { isoInstant, type Language } from '@namecard/db';
import { decisionMail, type Decisions, type Message, signInMail } from '@namecard/email';
import { deriveCodes } from '../access/codes.ts';
import { knownName } from '../access/device.ts';
import type { KeyRing } from '../access/keys.ts';
import type { Settings } from '../context.ts';
import type { DueMail } from './mails.sql.ts';

/** What is kept of a mail about decisions. */
export type DecisionMail = {
  /** As the account spells it. */
  email: string;
  /** Null for the product's language. */
  language: Language | null;
  decisions: Decisions;
};

/** Names the fields that are kept. */
export const decisionsOf = ({
  hidden,
  suspended,
  suspension,
  answers,
  isUnproven,
}: Decisions): Decisions => ({
  hidden,
  suspended,
  ...(suspension && { suspension }),
  answers,
  ...(isUnproven && { isUnproven }),
});

export const decisionMessage = (
  { email, language, decisions }: DecisionMail,
  { product, issuer }: Pick<Settings, 'product' | 'issuer'>,
): Message => ({
  to: email,
  ...decisionMail({
    ...decisions,
    product,
    language: language ?? product.language,
    origin: issuer,
  }),
});

/** Returns undefined if the secret key is gone: then its codes don't work either. */
export function mailView(
  mail: DueMail,
  keys: KeyRing,
  { product, issuer }: Pick<Settings, 'product' | 'issuer'>,
): Message | undefined {
  const key = keys.find(mail.keyId);
  if (!key) {
    return undefined;
  }
  const codes = deriveCodes(key, mail.challengeId, mail.address);
  const content = signInMail({
    longCode: { code: codes.long, endsAt: isoInstant(mail.longEndsAt) },
    requestedAt: isoInstant(mail.requestedAt),
    browser: knownName(mail.browser),
    system: knownName(mail.system),
    product,
    origin: issuer,
    language: mail.language ?? product.language,
    ...(mail.hasShort && {
      shortCode: { code: codes.short, endsAt: isoInstant(mail.shortEndsAt) },
    }),
  });
  return { to: mail.to, ...content };
}
