import { isoInstant, isoInstantOrNull } from '@namecard/db';
import { isInMailbox } from '@namecard/email';
import type { z } from 'zod';
import type { DeliveryRow } from './deliveries.sql.ts';
import type { DeliveryList } from './schemas.ts';

type Delivery = z.infer<typeof DeliveryList>['data']['deliveries'][number];

function kindOf({ challengeId, letter }: DeliveryRow): Delivery['kind'] {
  if (letter === 'invitation') {
    return letter;
  }
  if (letter !== null) {
    return 'move';
  }
  return challengeId === null ? 'decision' : 'sign_in';
}

/** Shows nothing of a mail's content. */
export function deliveryView(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    kind: kindOf(row),
    address: row.recipient,
    state: row.state,
    outcome: row.outcome,
    event: row.event,
    eventAt: isoInstantOrNull(row.eventAt),
    attempts: row.attempts,
    nextAttemptAt: row.state === 'queued' ? isoInstant(row.nextAt) : null,
    requestedAt: isoInstant(row.createdAt),
    sentAt: isoInstantOrNull(row.sentAt),
    messageId: row.messageId,
    isInMailbox: row.messageId !== null && isInMailbox(row.messageId),
  };
}
