import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { fetchJson } from './fetch-json.ts';
import type { Addresses } from './run-service.ts';

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

type Mail = z.infer<typeof Mailbox>[number];

/** Waits for the last mail to the address in the development mailbox. */
export async function mailedTo({ mailbox }: Addresses, email: string): Promise<Mail> {
  if (mailbox === undefined) {
    throw new Error('The service sends its mail: there is no mailbox to read');
  }
  for (;;) {
    const { body } = await fetchJson(`${mailbox}.json`);
    const mail = Mailbox.parse(body).find(({ to }) => to === email.toLowerCase());
    if (mail !== undefined) {
      return mail;
    }
    await sleep(20);
  }
}

export async function mailedCode(service: Addresses, email: string): Promise<string> {
  const { subject } = await mailedTo(service, email);
  const [code = ''] = subject.split(' ');
  return code;
}

/** The newest code that was mailed to confirm an act. */
export async function confirmationCode({ mailbox }: Addresses): Promise<string> {
  const { body } = await fetchJson(`${mailbox}.json`);
  const mail = Mailbox.parse(body).find(({ subject }) =>
    subject.endsWith('confirmation code'),
  );
  const [code = ''] = mail?.subject.split(' ') ?? [];
  return code;
}

export async function requestCode(service: Addresses, email: string): Promise<string> {
  await fetchJson(`${service.origin}/api/v1/auth/send-code`, { json: { email } });
  return mailedCode(service, email);
}

/** Returns the token. */
export async function signIn(service: Addresses, email: string): Promise<string> {
  const otp = await requestCode(service, email);
  const { body } = await fetchJson(`${service.origin}/api/v1/auth/verify-code`, {
    json: { email, otp },
  });
  return SignedIn.parse(body).data.token;
}
