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

/** In lower case, with its latest wrong guesses. Suppressed: it gets no mail. */
export class Address extends AddressSchema.class {
  /** Stops mail to the address. An earlier suppression keeps its time. */
  suppress(at: string): void {
    this.suppressedAt ??= at;
  }

  clear(): void {
    this.suppressedAt = null;
  }
}

AddressSchema.setClass(Address);
