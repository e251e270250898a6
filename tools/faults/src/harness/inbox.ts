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

/** A mail that Postmark took, and when, as `Date.now()` says. */
export type Mail = z.infer<typeof Body> & { at: number };

type Treatment = (email: string) => Respond | undefined;

export type Inbox = AsyncDisposable & {
  /** What `POSTMARK_API_URL` is set to. */
  url: string;
  /** Every mail taken, oldest first. */
  mails: readonly Mail[];
  to(email: string): Mail[];
  /** The address's mail of that number, from 0, when it is there. */
  next(email: string, index?: number): Promise<Mail>;
  /** Milliseconds between taking a mail and answering, from now on. */
  delayAnswers(milliseconds: () => number): void;
  /** Answers in this way instead of taking mail, from now on. */
  treat(treatment: Treatment | undefined): void;
};

/** Addresses that Postmark does not mail (its 406). */
const isSuppressed = (email: string) => email.startsWith('suppressed');

const refuseInactive = refuseWith(422, 406);

/** A fake Postmark, and what it took. A mail is taken when it has arrived whole, answered or not. */
export async function openInbox(): Promise<Inbox> {
  const server = await fakePostmark();
  const mails: Mail[] = [];
  let delay = () => 0;
  let treatment: Treatment = () => undefined;

  const take: Respond = (request, response) => {
    const mail = { ...Body.parse(request.body), at: Date.now() };
    const respond = isSuppressed(mail.to) ? refuseInactive : treatment(mail.to);
    if (respond !== undefined) {
      respond(request, response);
      return;
    }
    mails.push(mail);
    setTimeout(accept(), delay(), request, response);
  };
  server.behave(take);

  const to = (email: string) => mails.filter((mail) => mail.to === email);
  return {
    url: server.url,
    mails,
    to,
    next: async (email, index = 0) =>
      soon(() => to(email)[index], `no mail came to ${email}`),
    delayAnswers: (milliseconds) => {
      delay = milliseconds;
    },
    treat: (given) => {
      treatment = given ?? (() => undefined);
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}
