import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';
import { personal } from './personal.ts';

export const NetworkMailSchema = defineEntity({
  name: 'NetworkMail',
  tableName: 'network_mails',
  indexes: [
    { name: 'network_mails_by_network', properties: ['network', 'releasedAt'] },
    { name: 'network_mails_by_allocation', properties: ['allocation', 'releasedAt'] },
    { name: 'network_mails_by_time', properties: ['releasedAt'] },
    { name: 'network_mails_by_ip', properties: ['ip', 'releasedAt'] },
  ],
  properties: {
    mailId: personal(p.uuid().primary(), 'withheld', 'swept'),
    ip: personal(p.text(), 'withheld', 'swept'),
    network: personal(p.text(), 'withheld', 'swept'),
    allocation: personal(p.text(), 'withheld', 'swept'),
    releasedAt: personal(instant(), 'withheld', 'swept'),
  },
});

/**
 * A mail to an address that had never signed in, since the budget released it.
 * For an hour it counts for the IP address that asked, its IP network and its
 * allocation, unless its code signs somebody in. The row does not have the email
 * address.
 */
export class NetworkMail extends NetworkMailSchema.class {}

NetworkMailSchema.setClass(NetworkMail);
