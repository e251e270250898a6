import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** An Ed25519 key as RFC 8037 writes it, named by its thumbprint (RFC 7638). */
type PublicKey = Record<'kty' | 'crv' | 'x' | 'kid' | 'alg' | 'use', string>;

/** What tokens for audiences are signed with, and what they are verified with. */
type SigningKey = { privateKey: KeyObject; publicKey: PublicKey };

/**
 * A secret under which codes are derived, and the name by which rows refer to it. Node makes a `KeyObject` of a text at each use,
 * which takes six times as long as hashing with it.
 */
export type SecretKey = { id: string; secret: KeyObject };

/** The secret keys in use. Codes are made with the first and read with any, so that keys can be changed without a stop. */
export type KeyRing = {
  /** The names of all keys in use. */
  ids: string[];
  current: SecretKey;
  find(id: string): SecretKey | undefined;
  /** Derived from each key, the current one's first: it signs, and the others verify what they have signed or will. */
  signing: readonly [SigningKey, ...SigningKey[]];
};

/** What stands before an Ed25519 seed in PKCS #8 (RFC 8410, section 7). */
const seedPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derived, so that no private key is kept anywhere and one rotation serves both. */
function signingKeyOf({ secret }: SecretKey): SigningKey {
  const seed = Buffer.from(
    hkdfSync('sha256', secret, '', 'namecard audience tokens', 32),
  );
  const privateKey = createPrivateKey({
    key: Buffer.concat([seedPrefix, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const [kty, crv] = ['OKP', 'Ed25519'];
  const kid = hash('sha256', JSON.stringify({ crv, kty, x }), 'base64url');
  return { privateKey, publicKey: { kty, crv, x, kid, alg: 'EdDSA', use: 'sig' } };
}

/** The name tells keys apart and gives nothing of the secret away. */
function named(text: string): SecretKey {
  const secret = createSecretKey(text, 'utf8');
  const id = createHmac('sha256', secret).update('namecard key name').digest('base64url');
  return { id: id.slice(0, 12), secret };
}

/** @param secrets at least one, the one for new codes first */
export function createKeyRing(secrets: readonly [string, ...string[]]): KeyRing {
  const [first, ...rest] = secrets;
  const current = named(first);
  const keys = new Map([current, ...rest.map(named)].map((key) => [key.id, key]));
  const [, ...others] = keys.values();
  return {
    ids: [...keys.keys()],
    current,
    find: (id) => keys.get(id),
    signing: [signingKeyOf(current), ...others.map(signingKeyOf)],
  };
}

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** What is sealed: its kind has a key of its own, and it opens as what it was sealed as alone. */
type Sealing = { kind: 'hash keys' | 'webhook secrets' | 'appeal tickets'; as: string };

/** A key that is made of the secret one, for one kind of use. */
export const derivedKey = ({ secret }: SecretKey, kind: Sealing['kind']) =>
  createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', `namecard ${kind}`, 32)));

/** Nonce, tag and ciphertext. */
export function seal(key: SecretKey, { kind, as }: Sealing, plain: Uint8Array): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, derivedKey(key, kind), nonce).setAAD(
    Buffer.from(as),
  );
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** What was sealed; throws where it was not, under that key and as that. */
export function open(key: SecretKey, { kind, as }: Sealing, sealed: Uint8Array): Buffer {
  const end = nonceLength + tagLength;
  const nonce = sealed.subarray(0, nonceLength);
  const cipher = createDecipheriv(algorithm, derivedKey(key, kind), nonce)
    .setAAD(Buffer.from(as))
    .setAuthTag(sealed.subarray(nonceLength, end));
  return Buffer.concat([cipher.update(sealed.subarray(end)), cipher.final()]);
}
