import { statements } from '@namecard/db';
import { type Codes, deriveCodes } from '../access/codes.ts';
import type { TestService } from './use-service.ts';

/** Codes of all challenges of the address, the newest first. */
export async function allCodesOf(
  { orm, deps }: TestService,
  email: string,
): Promise<(Codes & { id: string; mails: number })[]> {
  const address = email.toLowerCase();
  const challenges = await statements(orm.em.fork())
    .selectFrom('challenges')
    .select(['id', 'keyId', 'mails'])
    .where('email', '=', address)
    .orderBy('createdAt', 'desc')
    .execute();
  return challenges.map(({ id, keyId, mails }) => {
    const key = deps.keys.find(keyId);
    if (!key) throw new Error('The challenge was made under a key that is not in use');
    return { id, mails, ...deriveCodes(key, id, address) };
  });
}

export async function codesOf(service: TestService, email: string): Promise<Codes> {
  const [newest] = await allCodesOf(service, email);
  if (!newest) throw new Error(`Nothing was mailed to ${email}`);
  return newest;
}

export async function askForCodes(service: TestService, email: string): Promise<Codes> {
  await service.as().auth.sendCode({ email });
  return codesOf(service, email);
}

/** Short codes of six digits, all different and wrong. */
export function wrongCodes(count: number, ...right: string[]): string[] {
  return Array.from({ length: count + right.length }, (_, index) =>
    String(100_000 + index),
  )
    .filter((code) => !right.includes(code))
    .slice(0, count);
}

export const wrongLong = '0123-4567-89ABC';
