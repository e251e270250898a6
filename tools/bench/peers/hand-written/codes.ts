import { createHmac, timingSafeEqual } from 'node:crypto';
import { setting } from '../announce.ts';

const secret = setting('SECRET_KEY');

/** The key's id in rows. */
export const keyId = createHmac('sha256', secret)
  .update('namecard key name')
  .digest('base64url')
  .slice(0, 12);

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const mac = (label: string, challengeId: string, address: string) =>
  createHmac('sha256', secret)
    .update(`namecard ${label}\n${challengeId}\n${address}`)
    .digest();

/** Six digits, derived when needed and never stored. */
export const shortCode = (challengeId: string, address: string) =>
  String(mac('short code', challengeId, address).readBigUInt64BE() % 1_000_000n).padStart(
    6,
    '0',
  );

export const longCode = (challengeId: string, address: string) =>
  Array.from(mac('long code', challengeId, address).subarray(0, 13), (byte) =>
    alphabet.charAt(byte % 32),
  ).join('');

export function sameCode(one: string, other: string): boolean {
  return (
    one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
  );
}

export const normalised = (otp: string) =>
  otp.replace(/[\s-]/g, '').toUpperCase().replace(/[IL]/g, '1').replace(/O/g, '0');
