import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';

export const AddressSchema = defineEntity({
  name: 'Address',
  tableName: 'addresses',
  indexes: [{ name: 'addresses_by_time', properties: ['askedAt'] }],
  properties: {
    email: p.text().primary(),
    guesses: p.array().columnType('timestamptz[]').defaultRaw(`'{}'`),
    askedAt: instant(),
    suppressedAt: instant().strictNullable(),
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
