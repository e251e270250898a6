import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppRouter } from '@namecard/client';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { z } from 'zod';

const origin = process.env['NAMECARD'] ?? 'http://127.0.0.1:3000';
let token = '';
const namecard = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: `${origin}/trpc`,
      maxItems: 10,
      headers: () => (token === '' ? {} : { authorization: `Bearer ${token}` }),
    }),
  ],
});

const Mailbox = z.array(z.object({ to: z.string(), subject: z.string() }));

/** The test mailbox. The service keeps its address in `DATA_DIR`. */
const dataDir = process.env['DATA_DIR'] ?? '.data';
const mailbox =
  process.env['NAMECARD_MAILBOX'] ??
  readFileSync(`${dataDir}/mailbox-url`, 'utf8').trim();

/** Waits for the mail, which arrives a moment after the request. */
async function mailedCode(email: string): Promise<string> {
  for (;;) {
    const response = await fetch(`${mailbox}.json`);
    const mail = Mailbox.parse(await response.json()).find(({ to }) => to === email);
    if (mail) return mail.subject.slice(0, 6);
    await sleep(100);
  }
}

const username = `ts-${Date.now()}`;
const email = `${username}@example.com`;

await namecard.auth.sendCode.mutate({ email });
const signedIn = await namecard.auth.verifyCode.mutate({
  email,
  otp: await mailedCode(email),
});
token = signedIn.data.token;

const { user } = (await namecard.users.updateMe.mutate({ username })).data;
const created = await namecard.profiles.create.mutate({ username, referral: '' });
const { count, profiles } = (await namecard.profiles.list.query({ limit: 5 })).data;
const { profile } = (
  await namecard.profiles.updateSocials.mutate({
    username,
    socials: { website: 'https://example.org' },
    about: 'Made with TypeScript.',
  })
).data;

console.log({ user, created, count, newest: profiles[0]?.username, profile });
