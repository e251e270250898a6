import { isoInstant, isoInstantOrNull } from '@namecard/db';
import type { z } from 'zod';
import type { KeyRing } from '../access/keys.ts';
import type { ChangeRow } from '../changes/changes.sql.ts';
import { changeView } from '../changes/view.ts';
import type { SeenByOthers, WebhookAnswer } from '../context.ts';
import type { EndpointRow } from './endpoints.sql.ts';
import type { DeliveryRow } from './read-webhooks.sql.ts';
import { Outcome, type Webhook, type WebhookDelivery } from './schemas.ts';

export function webhookView(row: EndpointRow, keys: KeyRing): z.infer<typeof Webhook> {
  return {
    id: row.id,
    url: row.url,
    kinds: row.kinds,
    state: row.state,
    createdAt: isoInstant(row.createdAt),
    acceptedAt: isoInstantOrNull(row.acceptedAt),
    failingSince: isoInstantOrNull(row.failingSince),
    previousSecretUntil: isoInstantOrNull(row.previousUntil),
    isSecretLost: keys.find(row.keyId) === undefined,
    failed: row.failed,
  };
}

/** A status, or why there was no answer. */
export const outcomeOf = (answer: WebhookAnswer): string =>
  'status' in answer ? `${answer.status}` : answer.failure;

export const isAccepted = (answer: WebhookAnswer): boolean =>
  'status' in answer && answer.status >= 200 && answer.status < 300;

function changeOf({ kind, subjectId, revision, at }: DeliveryRow) {
  return kind === null ? null : { kind, id: subjectId, revision, at: isoInstant(at) };
}

export function deliveryView(row: DeliveryRow): z.infer<typeof WebhookDelivery> {
  return {
    number: row.number,
    change: changeOf(row),
    state: row.state,
    attempts: row.attempts,
    outcome: row.outcome === null ? null : Outcome.parse(row.outcome),
    nextAttemptAt: row.state === 'waiting' ? isoInstant(row.nextAt) : null,
    settledAt: isoInstantOrNull(row.settledAt),
  };
}

/** A change in the form of Standard Webhooks. */
export function changeBody(row: ChangeRow, settings: SeenByOthers): string {
  const { kind: type, at: timestamp, ...data } = changeView(row, settings);
  return JSON.stringify({ type, timestamp, data });
}
