import { signInMail, type Message } from '@namecard/email';
import type { z } from 'zod';
import { deriveCodes } from '../auth/codes.ts';
import type { KeyRing } from '../auth/keys.ts';
import { isoInstant, isoInstantOrNull } from '../text.ts';
import type { DeliveryRow, DueMail } from './queries.ts';
import type { DeliveryList } from './schemas.ts';

/**
 * The mail as it leaves, its codes derived now. Undefined when the key it was asked under is no longer in use: then no code
 * of it would be accepted either.
 */
export function mailView(
  mail: DueMail,
  { keys, codeDigits }: { keys: KeyRing; codeDigits: number },
): Message | undefined {
  const key = keys.find(mail.keyId);
  if (!key) {
    return undefined;
  }
  const codes = deriveCodes(key, mail.challengeId, mail.address, codeDigits);
  const content = signInMail({
    longCode: { code: codes.long, minutesLeft: mail.longMinutesLeft },
    requestedAt: isoInstant(mail.requestedAt),
    browser: mail.browser,
    system: mail.system,
    ...(mail.hasShort && { shortCode: { code: codes.short, minutesLeft: mail.shortMinutesLeft } }),
  });
  return { to: mail.to, ...content };
}

type Delivery = z.infer<typeof DeliveryList>['data']['deliveries'][number];

/** What became of a mail, for admins; nothing of what it said. */
export function deliveryView(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    address: row.recipient,
    state: row.state,
    outcome: row.outcome,
    event: row.event,
    eventAt: isoInstantOrNull(row.event_at),
    attempts: row.attempts,
    requestedAt: isoInstant(row.created_at),
    sentAt: isoInstantOrNull(row.sent_at),
    messageId: row.message_id,
  };
}
