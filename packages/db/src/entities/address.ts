import { defineEntity, p } from '@mikro-orm/core';

export const AddressSchema = defineEntity({
  name: 'Address',
  tableName: 'addresses',
  properties: {
    email: p.text().primary(),
    guesses: p.array().columnType('timestamptz[]').defaultRaw(`'{}'`),
    askedAt: p.string().columnType('timestamptz'),
  },
});

/** What is remembered of an email address (lower case) that somebody asked a code for: its latest wrong short guesses. */
export class Address extends AddressSchema.class {}

AddressSchema.setClass(Address);
