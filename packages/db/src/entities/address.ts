import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';
import { personal } from './personal.ts';

export const AddressSchema = defineEntity({
  name: 'Address',
  tableName: 'addresses',
  indexes: [{ name: 'addresses_by_time', properties: ['askedAt'] }],
  properties: {
    email: personal(p.text().primary(), 'repeated', 'swept'),
    guesses: personal(
      p.array().columnType('timestamptz[]').defaultRaw(`'{}'`),
      'exported',
      'swept',
    ),
    askedAt: personal(instant(), 'exported', 'swept'),
    suppressedAt: personal(instant().strictNullable(), 'exported', 'swept'),
  },
});

/**
 * An email address (lower case) that somebody asked a code for, and its latest wrong short guesses. Where it is suppressed,
 * `queue_mail` has no mail leave to it.
 */
export class Address extends AddressSchema.class {
  /** Has no mail leave to it from now on; one that is suppressed stays as it is. */
  suppress(at: string): void {
    this.suppressedAt ??= at;
  }

  /** Lets mail leave to it again. */
  clear(): void {
    this.suppressedAt = null;
  }
}

AddressSchema.setClass(Address);
