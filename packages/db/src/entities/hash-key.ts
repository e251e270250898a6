import { defineEntity, p } from '@mikro-orm/core';
import { impersonal } from './personal.ts';

/** What is kept as a keyed hash alone, each under a key of its own, so that none can be matched with another. */
export const hashPurposes = [
  'audiences',
  'guesses',
  'limits',
  'logs',
  'mails',
  'usernames',
] as const;

export type HashPurpose = (typeof hashPurposes)[number];

export const HashKeySchema = defineEntity({
  name: 'HashKey',
  tableName: 'hash_keys',
  properties: {
    purpose: impersonal(p.enum(hashPurposes).primary()),
    sealed: impersonal(p.blob().strictNullable()),
    keyId: impersonal(p.text().strictNullable()),
  },
});

/** A random key, made at the first start and sealed under the secret key that `keyId` names. */
export class HashKey extends HashKeySchema.class {
  seal(keyId: string, sealed: Buffer): void {
    this.keyId = keyId;
    this.sealed = sealed;
  }
}

HashKeySchema.setClass(HashKey);
