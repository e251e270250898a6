import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { sendCode, verifyCode } from './ask.ts';
import { readCodes } from './codes.ts';
import type { Stage } from './stage.ts';

const SignedIn = z.object({ data: z.object({ token: z.string() }) });

/** An email address that nobody has used before. */
export const freshEmail = (name: string) => `${name}-${randomBytes(6).toString('hex')}@example.com`;

/** The token of an answer to a right code; fails on any other. */
export const tokenOf = ({ text }: { text: string }) => SignedIn.parse(JSON.parse(text)).data.token;

/** Signs in by a mailed code, and gives the token. */
export async function signIn({ origins: [origin], inbox }: Stage, email: string): Promise<string> {
  await sendCode(origin, email);
  const { long } = readCodes(await inbox.next(email));
  return tokenOf(await verifyCode(origin, email, long));
}
