import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { read, sendCode, untilServed, verifyCode } from './ask.ts';
import { readCodes } from './codes.ts';
import type { Inbox } from './inbox.ts';

export const SignedIn = z.object({ data: z.object({ token: z.string() }) });

/** An unused email address. */
export const freshEmail = (name: string) =>
  `${name}-${randomBytes(6).toString('hex')}@example.com`;

/** Signs in by a mailed code and returns the token. */
export async function signIn(
  origin: string,
  inbox: Inbox,
  email: string,
): Promise<string> {
  await untilServed(() => sendCode(origin, email));
  const { long } = readCodes(await inbox.next(email));
  const answer = await untilServed(() => verifyCode(origin, email, long));
  return read(SignedIn, answer).data.token;
}
