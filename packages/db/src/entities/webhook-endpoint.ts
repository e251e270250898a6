import { defineEntity, p } from '@mikro-orm/core';
import { changeKinds, type ChangeKind } from './change.ts';
import { instant, instantOfCreation } from './columns.ts';
import { impersonal } from './personal.ts';

/** `paused` by an admin; `failed` where it accepted nothing for a day or said that it is gone, until an admin switches it on again. */
export const webhookStates = ['on', 'paused', 'failed'] as const;

/** Secrets as they are sealed under one of the secret keys: the one before is null where none signs any more. */
type SealedSecrets = { keyId: string; secret: Buffer; previousSecret: Buffer | null };

export const WebhookEndpointSchema = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  properties: {
    id: impersonal(p.uuid().primary()),
    // An address of the operator's own programs.
    url: impersonal(p.text()),
    kinds: impersonal(p.enum(changeKinds).array()),
    state: impersonal(p.enum(webhookStates).default('on')),
    keyId: impersonal(p.text()),
    secret: impersonal(p.blob()),
    previousSecret: impersonal(p.blob().strictNullable()),
    previousUntil: impersonal(instant().strictNullable()),
    cursor: impersonal(p.bigint('number')),
    acceptedAt: impersonal(instant().strictNullable()),
    failingSince: impersonal(instant().strictNullable()),
    mailDueAt: impersonal(instant().strictNullable()),
    createdAt: impersonal(instantOfCreation()),
  },
});

/**
 * An address that is told of changes of some kinds. Deliveries are made of the changes up to the number `cursor`. It has accepted
 * nothing since `failingSince`; null after a success. Admins are to be mailed that it was switched off at `mailDueAt`.
 */
export class WebhookEndpoint extends WebhookEndpointSchema.class {
  /** Tells it of other changes, or tells another address, which has not failed yet: one that was switched off goes on. */
  redirect(url: string, kinds: readonly ChangeKind[]): void {
    if (url !== this.url) {
      this.failingSince = null;
      if (this.state === 'failed') {
        this.resume();
      }
    }
    this.url = url;
    this.kinds = [...kinds];
  }

  pause(): void {
    this.state = 'paused';
  }

  /** Goes on from the change after the last one that it was told of. */
  resume(): void {
    this.state = 'on';
    this.failingSince = null;
    this.mailDueAt = null;
  }

  /** Signs with a new secret, and until that time with the one before as well, where that is still known. */
  replaceSecret(sealed: SealedSecrets, previousUntil: string): void {
    this.keepSecrets(sealed);
    this.previousUntil = previousUntil;
  }

  keepSecrets({ keyId, secret, previousSecret }: SealedSecrets): void {
    this.keyId = keyId;
    this.secret = secret;
    this.previousSecret = previousSecret;
  }
}

WebhookEndpointSchema.setClass(WebhookEndpoint);
