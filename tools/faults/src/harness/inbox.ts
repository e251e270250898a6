import { accept, fakePostmark, refuseWith, type Respond } from '@namecard/testing';
import { z } from 'zod';
import { soon } from './soon.ts';

const Body = z
  .object({ To: z.string(), Subject: z.string(), TextBody: z.string() })
  .transform(({ To, Subject, TextBody }) => ({
    to: To,
    subject: Subject,
    text: TextBody,
  }));

/** A mail that Postmark accepted, and the time of `Date.now()`. */
export type Mail = z.infer<typeof Body> & { at: number };

export type Inbox = AsyncDisposable & {
  /** The value of `POSTMARK_API_URL`. */
  url: string;
  /** All accepted mails, oldest first. */
  mails: readonly Mail[];
  to(email: string): Mail[];
  /** Waits for the address's mail with this index, from 0. */
  next(email: string, index?: number): Promise<Mail>;
};

/** Addresses that Postmark does not mail (its 406). */
const isSuppressed = (email: string) => email.startsWith('suppressed');

const refuseInactive = refuseWith(422, 406);

/** A fake Postmark. It accepts a mail once it has arrived, answered or not. */
export async function openInbox(): Promise<Inbox> {
  const server = await fakePostmark();
  const mails: Mail[] = [];
  const take: Respond = (request, response) => {
    const mail = { ...Body.parse(request.body), at: Date.now() };
    if (isSuppressed(mail.to)) {
      refuseInactive(request, response);
      return;
    }
    mails.push(mail);
    accept()(request, response);
  };
  server.behave(take);

  const to = (email: string) => mails.filter((mail) => mail.to === email);
  return {
    url: server.url,
    mails,
    to,
    next: async (email, index = 0) =>
      soon(() => to(email)[index], `no mail came to ${email}`),
    [Symbol.asyncDispose]: () => server.close(),
  };
}
