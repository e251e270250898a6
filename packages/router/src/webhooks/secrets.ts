import type { WebhookEndpoint } from '@namecard/db';
import { type KeyRing, open, seal } from '../access/keys.ts';
import type { Randomness } from '../context.ts';

type Sealed = { keyId: string; secret: Uint8Array; previousSecret: Uint8Array | null };

const prefix = 'whsec_';

const sealing = (endpointId: string) =>
  ({ kind: 'webhook secrets', as: endpointId }) as const;

/** A new secret as Standard Webhooks writes it. */
export const newSecret = (random: Randomness) =>
  `${prefix}${random.bytes(32).toString('base64')}`;

/** A secret as it is kept. */
export const sealSecret = (keys: KeyRing, endpointId: string, secret: string): Buffer =>
  seal(
    keys.current,
    sealing(endpointId),
    Buffer.from(secret.slice(prefix.length), 'base64'),
  );

/** The secrets that sign, the newest first; undefined where the key that they are sealed under is not in use. */
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

/** Seals an endpoint's secrets under the current key; false where theirs is not in use: another instance has it. */
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
