import { hashPurposes } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { describe, expect, it } from 'vitest';
import { useService } from '../testing/use-service.ts';
import { type Hashes, openHashes } from './hashes.ts';
import { createKeyRing } from './keys.ts';
import { sealUnderFirst } from '../instances/seal-again.ts';

const service = useService();
const [old, next] = ['the secret key of old', 'the secret key that is next'];

let lost = 0;

const openWith = async (...secrets: [string, ...string[]]): Promise<Hashes> =>
  openHashes(service().deps.em, createKeyRing(secrets), () => (lost += 1));

const hashed = (hashes: Hashes) =>
  hashPurposes.map((purpose) => hashes.of(purpose, '77.1.2.0/24'));

describe('keyed hashes', () => {
  it('are the same for 30 instances that start at once, and differ by purpose', async () => {
    const results = await raceTogether(30, async () => hashed(await openWith(old)));
    const values = results.flatMap((one) =>
      one.status === 'fulfilled' ? [one.value.join()] : [],
    );
    expect(values).toHaveLength(30);
    expect(new Set(values).size).toBe(1);
    expect(new Set(values[0]?.split(',')).size).toBe(hashPurposes.length);
  });

  it('stay the same while one instance after another changes SECRET_KEY', async () => {
    const before = hashed(await openWith(old));
    expect(hashed(await openWith(old, next))).toEqual(before);
    expect(hashed(await openWith(next, old))).toEqual(before);
    // An instance with the new key does not seal again: others have only the old one.
    expect(hashed(await openWith(old))).toEqual(before);
    const keys = createKeyRing([next, old]);
    expect(await sealUnderFirst({ em: service().deps.em, keys }, false)).toEqual({
      count: hashPurposes.length,
      lacking: [],
    });
    expect(hashed(await openWith(old, next))).toEqual(before);
    expect(hashed(await openWith(next))).toEqual(before);
    expect(lost).toBe(0);
  });

  it('differ under a wrong secret key, which is reported, and are the same again under the right one', async () => {
    const before = hashed(await openWith(next));
    const unknown = 'a secret key that knows nothing of it';
    const after = hashed(await openWith(unknown));
    expect(lost).toBe(1);
    expect(after.filter((hash) => before.includes(hash))).toEqual([]);
    expect(hashed(await openWith(unknown))).toEqual(after);
    expect(hashed(await openWith(next))).toEqual(before);
  });
});
