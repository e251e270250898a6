import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { describe, expect, it } from 'vitest';
import { createKeyRing } from './keys.ts';

const [first, second] = ['the first secret key of two', 'the second secret key of two'];

const textOf = (secret: KeyObject | undefined) => secret?.export().toString();

describe('a key ring', () => {
  it('makes codes with its first key', () => {
    expect(textOf(createKeyRing([first, second]).current.secret)).toBe(first);
  });

  it('finds each key by its name, and none by another name', () => {
    const ring = createKeyRing([first, second]);
    const other = createKeyRing([second]).current;
    expect(textOf(ring.find(ring.current.id)?.secret)).toBe(first);
    expect(textOf(ring.find(other.id)?.secret)).toBe(second);
    expect(ring.find('nobody')).toBeUndefined();
  });

  it('gives a key the same name in each process, and the name does not reveal the secret', () => {
    const { id } = createKeyRing([first]).current;
    expect(textOf(createKeyRing([second, first]).find(id)?.secret)).toBe(first);
    expect(id).toMatch(/^[\w-]{12}$/);
    expect(first).not.toContain(id);
  });
});

describe('the signing keys of a key ring', () => {
  it('are one for each secret, in the same order, and the same in each process', () => {
    const names = (...secrets: [string, ...string[]]) =>
      createKeyRing(secrets).signing.map(({ publicKey }) => publicKey.kid);
    expect(names(first, second)).toEqual([...names(first), ...names(second)]);
    expect(names(second, first)).toEqual(names(first, second).toReversed());
    expect(names(first, first)).toEqual(names(first));
    expect(new Set(names(first, second)).size).toBe(2);
  });

  it('are named by their thumbprint (RFC 7638)', async () => {
    const [{ publicKey }] = createKeyRing([first]).signing;
    expect(publicKey.kid).toBe(await calculateJwkThumbprint(publicKey));
  });

  it('verify what they have signed, and show nothing of the private half', () => {
    const [{ privateKey, publicKey }] = createKeyRing([first]).signing;
    const text = Buffer.from('a token');
    const key = createPublicKey({ key: publicKey, format: 'jwk' });
    expect(verify(null, text, key, sign(null, text, privateKey))).toBe(true);
    expect(Object.keys(publicKey).toSorted()).toEqual([
      'alg',
      'crv',
      'kid',
      'kty',
      'use',
      'x',
    ]);
  });
});
