import { defineEntity, p } from '@mikro-orm/core';
import { index, instant } from './columns.ts';
import { impersonal } from './personal.ts';
import { WebhookEndpoint } from './webhook-endpoint.ts';

/** `set_aside`: it failed for a day, and an admin can send it again. */
export const deliveryStates = ['waiting', 'delivered', 'set_aside'] as const;

/**
 * A change to send to an endpoint: at `nextAt`, and for a day from `dueSince`.
 * `attempts` counts tries, so a worker can tell whether another has begun one.
 * The content is read when it is sent. `outcome` is the last answer's status, or
 * a word for why there was none. `number` is no foreign key: changes are deleted
 * at another time.
 */
export const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  indexes: [
    index(
      'webhook_deliveries_queue',
      "webhook_deliveries (endpoint_id, (attempts > 0), next_at) where state = 'waiting'",
    ),
    index(
      'webhook_deliveries_failed',
      "webhook_deliveries (endpoint_id, number) where attempts > 0 and state <> 'delivered'",
    ),
    index(
      'webhook_deliveries_settled',
      'webhook_deliveries (settled_at) where settled_at is not null',
    ),
  ],
  properties: {
    endpointId: () =>
      impersonal(
        p
          .manyToOne(WebhookEndpoint)
          .mapToPk()
          .primary()
          .fieldName('endpoint_id')
          .deleteRule('cascade')
          .index(false),
      ),
    number: impersonal(p.bigint('number').primary().autoincrement(false)),
    state: impersonal(p.enum(deliveryStates).default('waiting')),
    attempts: impersonal(p.integer().default(0)),
    outcome: impersonal(p.text().strictNullable()),
    dueSince: impersonal(instant()),
    nextAt: impersonal(instant()),
    settledAt: impersonal(instant().strictNullable()),
  },
});
