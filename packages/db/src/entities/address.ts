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
  },
});

/** An email address (lower case) that somebody asked a code for, and its latest wrong short guesses. */
export class Address extends AddressSchema.class {}

AddressSchema.setClass(Address);
