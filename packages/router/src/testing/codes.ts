import { statements } from '@namecard/db';
import { type Codes, deriveCodes } from '../access/codes.ts';
import type { TestService } from './use-service.ts';

/** The codes of each of the address's challenges, the newest first, as the mails' are made. */
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
    return { id, mails, ...deriveCodes(key, id, address, deps.settings.codeDigits) };
  });
}

/** The codes of the newest mail to the address. */
export async function codesOf(service: TestService, email: string): Promise<Codes> {
  const [newest] = await allCodesOf(service, email);
  if (!newest) throw new Error(`Nothing was mailed to ${email}`);
  return newest;
}

/** Asks for a mail and returns the codes that are in it. */
export async function askForCodes(service: TestService, email: string): Promise<Codes> {
  await service.as().auth.sendCode({ email });
  return codesOf(service, email);
}

/** `count` short codes of six digits, each different and none of them right. */
export function wrongCodes(count: number, ...right: string[]): string[] {
  return Array.from({ length: count + right.length }, (_, index) =>
    String(100_000 + index),
  )
    .filter((code) => !right.includes(code))
    .slice(0, count);
}

/** A long code that is not right. */
export const wrongLong = '0123-4567-89ABC';
