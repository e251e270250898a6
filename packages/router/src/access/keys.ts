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

/** An Ed25519 key as a JWK (RFC 8037). Its `kid` is its thumbprint (RFC 7638). */
type PublicKey = Record<'kty' | 'crv' | 'x' | 'kid' | 'alg' | 'use', string>;

/** The key pair that signs JWTs for audiences. */
type SigningKey = { privateKey: KeyObject; publicKey: PublicKey };

/** Made once: making a `KeyObject` takes Node six times as long as using it. */
export type SecretKey = { id: string; secret: KeyObject };

/** New codes use the first key, and all keys can read. So keys can rotate. */
export type KeyRing = {
  ids: string[];
  current: SecretKey;
  find(id: string): SecretKey | undefined;
  /** One per secret key. The first signs, and all verify. */
  signing: readonly [SigningKey, ...SigningKey[]];
};

/** The PKCS #8 header of an Ed25519 seed (RFC 8410, section 7). */
const seedPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derived, so no private key is stored and one rotation changes both keys. */
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

/** The id distinguishes keys and reveals nothing about the secret. */
function named(text: string): SecretKey {
  const secret = createSecretKey(text, 'utf8');
  const id = createHmac('sha256', secret).update('namecard key name').digest('base64url');
  return { id: id.slice(0, 12), secret };
}

/** @param secrets the first one makes new codes */
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

/** Each kind has its own derived key. Opening needs the same `as` as sealing. */
type Sealing = { kind: 'webhook secrets' | 'appeal tickets'; as: string };

/** Derives a key for one kind of use from the secret key. */
const derivedKey = ({ secret }: SecretKey, kind: Sealing['kind']) =>
  createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', `namecard ${kind}`, 32)));

/** Returns nonce, tag and ciphertext. */
export function seal(key: SecretKey, { kind, as }: Sealing, plain: Uint8Array): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, derivedKey(key, kind), nonce).setAAD(
    Buffer.from(as),
  );
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws if the text was sealed under another key, kind or `as`. */
export function open(key: SecretKey, { kind, as }: Sealing, sealed: Uint8Array): Buffer {
  const end = nonceLength + tagLength;
  const nonce = sealed.subarray(0, nonceLength);
  const cipher = createDecipheriv(algorithm, derivedKey(key, kind), nonce)
    .setAAD(Buffer.from(as))
    .setAuthTag(sealed.subarray(nonceLength, end));
  return Buffer.concat([cipher.update(sealed.subarray(end)), cipher.final()]);
}
