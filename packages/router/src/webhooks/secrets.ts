import type { WebhookEndpoint } from '@namecard/db';
import { type KeyRing, open, seal } from '../access/keys.ts';
import type { Randomness } from '../context.ts';

type Sealed = { keyId: string; secret: Uint8Array; previousSecret: Uint8Array | null };

const prefix = 'whsec_';

const sealing = (endpointId: string) =>
  ({ kind: 'webhook secrets', as: endpointId }) as const;

/** Written as in Standard Webhooks. */
export const newSecret = (random: Randomness) =>
  `${prefix}${random.bytes(32).toString('base64')}`;

export const sealSecret = (keys: KeyRing, endpointId: string, secret: string): Buffer =>
  seal(
    keys.current,
    sealing(endpointId),
    Buffer.from(secret.slice(prefix.length), 'base64'),
  );

/** The newest secret first; undefined if their key is not in use here. */
export function openSecrets(
  keys: KeyRing,
  endpointId: string,
  { keyId, secret, previousSecret }: Sealed,
): [string, ...string[]] | undefined {
  const key = keys.find(keyId);
  if (!key) {
    return undefined;
  }
  const plain = (sealed: Uint8Array) =>
    `${prefix}${open(key, sealing(endpointId), sealed).toString('base64')}`;
  return [plain(secret), ...(previousSecret ? [plain(previousSecret)] : [])];
}

/** Returns false if only another instance has the old key. */
export function reseal(keys: KeyRing, endpoint: WebhookEndpoint): boolean {
  const opened = openSecrets(keys, endpoint.id, endpoint);
  if (opened) {
    const [secret, previous] = opened;
    endpoint.keepSecrets({
      keyId: keys.current.id,
      secret: sealSecret(keys, endpoint.id, secret),
      previousSecret:
        previous === undefined ? null : sealSecret(keys, endpoint.id, previous),
    });
  }
  return opened !== undefined;
}
