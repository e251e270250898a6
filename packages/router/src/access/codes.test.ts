import { createHmac, createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deriveCodes, sameCode } from './codes.ts';

const keyOf = (secret: string) => ({
  id: 'key',
  secret: createSecretKey(secret, 'utf8'),
});
const key = keyOf('secret');
const id = '0192f3a1-0000-7000-8000-000000000001';
const address = 'ann@example.com';

/** The digest of a code, computed without the tested functions. */
function digest(label: string): Buffer {
  const text = `namecard ${label} code\n${id}\n${address}`;
  return createHmac('sha256', 'secret').update(text).digest();
}

describe('the codes of a challenge', () => {
  it('have a short one of 6 digits: 64 bits of the HMAC, modulo', () => {
    const number = BigInt(`0x${digest('short').toString('hex').slice(0, 16)}`);
    const expected = String(number % 1_000_000n).padStart(6, '0');
    expect(deriveCodes(key, id, address).short).toBe(expected);
  });

  it('have a long one of 13 characters, 5 bits of the HMAC each', () => {
    const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    const expected = [...digest('long')].slice(0, 13).map((byte) => alphabet[byte & 31]);
    expect(deriveCodes(key, id, address).long).toBe(expected.join(''));
  });

  it('have not changed since this was written', () => {
    expect(deriveCodes(key, id, address)).toEqual({
      short: '448090',
      long: '3GN2TJ4K5WD9M',
    });
  });

  it('keep their leading zeros', () => {
    const shorts = Array.from(
      { length: 200 },
      (_, index) => deriveCodes(key, `challenge-${index}`, address).short,
    );
    expect(shorts.filter((code) => code.startsWith('0')).length).toBeGreaterThan(0);
    expect(shorts.filter((code) => !/^\d{6}$/.test(code))).toEqual([]);
  });

  it('differ for another challenge, address or key', () => {
    const codes = [
      deriveCodes(key, id, address),
      deriveCodes(key, id.replace(/1$/, '2'), address),
      deriveCodes(key, id, 'bob@example.com'),
      deriveCodes(keyOf('other secret'), id, address),
    ];
    expect(new Set(codes.map(({ short }) => short)).size).toBe(4);
    expect(new Set(codes.map(({ long }) => long)).size).toBe(4);
  });
});

describe('comparing codes', () => {
  it('tells equal codes from others, of any length', () => {
    expect(sameCode('482913', '482913')).toBe(true);
    expect(sameCode('482913', '482914')).toBe(false);
    expect(sameCode('482913', '48291')).toBe(false);
    expect(sameCode('', '')).toBe(true);
  });
});
