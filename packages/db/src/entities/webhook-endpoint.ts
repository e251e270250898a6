import { defineEntity, p } from '@mikro-orm/core';
import { changeKinds, type ChangeKind } from './change.ts';
import { instant, instantOfCreation } from './columns.ts';
import { impersonal } from './personal.ts';

/** `failed`: it accepted nothing for a day, or said that it is gone. */
export const webhookStates = ['on', 'paused', 'failed'] as const;

/** `previousSecret` is null when it no longer signs. */
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
    createdAt: impersonal(instantOfCreation()),
  },
});

/**
 * A web address that gets some kinds of changes. Changes up to the number `cursor`
 * have deliveries. `failingSince` is null after a success.
 */
export class WebhookEndpoint extends WebhookEndpointSchema.class {
  /**
   * A new address has not failed yet: an endpoint that was switched off resumes.
   */
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

  /** Continues after the last change that has a delivery. */
  resume(): void {
    this.state = 'on';
    this.failingSince = null;
  }

  /** Until `previousUntil` both secrets sign, if the old one is still known. */
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
