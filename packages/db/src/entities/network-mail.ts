import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';

export const NetworkMailSchema = defineEntity({
  name: 'NetworkMail',
  tableName: 'network_mails',
  indexes: [
    { name: 'network_mails_by_network', properties: ['network', 'releasedAt'] },
    { name: 'network_mails_by_allocation', properties: ['allocation', 'releasedAt'] },
    { name: 'network_mails_by_time', properties: ['releasedAt'] },
    { name: 'network_mails_by_message', properties: ['messageId'] },
  ],
  properties: {
    mailId: p.uuid().primary(),
    network: p.text(),
    allocation: p.text(),
    releasedAt: instant(),
    messageId: p.text().strictNullable(),
    bounced: p.boolean().default(false),
  },
});

/**
 * A mail to an address that had never signed in, as it counts for the network that asked for it, from the moment that the budget
 * let it go. It outlives the mail's own record, to be charged with a bounce, and holds nothing of the address.
 */
export class NetworkMail extends NetworkMailSchema.class {
  bounce(): void {
    this.bounced = true;
  }
}

NetworkMailSchema.setClass(NetworkMail);
