import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { fetchJson } from './fetch-json.ts';

const Mailbox = z.array(
  z.strictObject({
    id: z.uuid(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    at: z.iso.datetime(),
  }),
);

const SignedIn = z.object({
  data: z.object({ token: z.string(), user: z.object({ id: z.uuid() }) }),
});

/** Asks for a code and reads it from the development mailbox, once it is there. */
export async function requestCode(origin: string, email: string): Promise<string> {
  await fetchJson(`${origin}/api/v1/auth/send-code`, { json: { email } });
  for (;;) {
    const { body } = await fetchJson(`${origin}/dev/mailbox.json`);
    const mail = Mailbox.parse(body).find(({ to }) => to === email.toLowerCase());
    if (mail) {
      return mail.subject.slice(0, 6);
    }
    await sleep(20);
  }
}

/** Signs in by a mailed code, and gives the token. */
export async function signIn(origin: string, email: string): Promise<string> {
  const otp = await requestCode(origin, email);
  const { body } = await fetchJson(`${origin}/api/v1/auth/verify-code`, { json: { email, otp } });
  return SignedIn.parse(body).data.token;
}
