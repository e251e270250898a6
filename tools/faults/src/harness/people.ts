import { randomBytes } from 'node:crypto';
import type { FakePostmark } from '@namecard/testing';
import { z } from 'zod';
import { sendCode, untilServed, verifyCode } from './ask.ts';
import { soon } from './soon.ts';
import type { Service } from './start-service.ts';

export const SignedIn = z.object({ data: z.object({ token: z.string() }) });

/** An unused email address. */
export const freshEmail = (name: string) =>
  `${name}-${randomBytes(6).toString('hex')}@example.com`;

/** Waits for a mail to the address, and reads its long code as people do. */
export async function mailedCode(postmark: FakePostmark, email: string): Promise<string> {
  const { text } = await soon(
    () => postmark.mails().find(({ to }) => to === email),
    `no mail came to ${email}`,
  );
  const [code] = /\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}\b/.exec(text) ?? [];
  if (code === undefined) throw new Error(`The mail to ${email} holds no long code`);
  return code;
}

async function signIn({ origin, postmark }: Service): Promise<string> {
  const email = freshEmail('user');
  await untilServed(() => sendCode(origin, email));
  const code = await mailedCode(postmark, email);
  const { body } = await untilServed(() => verifyCode(origin, email, code));
  return SignedIn.parse(body).data.token;
}

/** Signs so many people in by mailed codes and returns their tokens. */
export const signInAll = (service: Service, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => signIn(service)));
