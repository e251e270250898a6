import { defineEntity, p } from '@mikro-orm/core';
import { impersonal } from './personal.ts';

/** Each has its own key, so that hashes of two purposes can't be matched. */
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

/** Made at the first start, sealed with the secret key `keyId`. */
export class HashKey extends HashKeySchema.class {
  seal(keyId: string, sealed: Buffer): void {
    this.keyId = keyId;
    this.sealed = sealed;
  }
}

HashKeySchema.setClass(HashKey);
