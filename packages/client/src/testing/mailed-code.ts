import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const Mailbox = z.array(z.object({ to: z.string(), subject: z.string() }));

/** The code that was mailed to the address last, as soon as it is in the development mailbox. */
export async function mailedCode(origin: string, email: string): Promise<string> {
  for (;;) {
    const response = await fetch(`${origin}/dev/mailbox.json`);
    const mails = Mailbox.parse(await response.json());
    const mail = mails.find(({ to }) => to.toLowerCase() === email.toLowerCase());
    const code = mail && /^\S+/.exec(mail.subject)?.[0];
    if (code !== undefined) {
      return code;
    }
    await sleep(20);
  }
}
