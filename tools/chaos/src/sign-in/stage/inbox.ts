import { setTimeout as sleep } from 'node:timers/promises';
import { accept, fakePostmark, refuseWith, type Respond } from '@namecard/testing';
import { z } from 'zod';

const Body = z
  .object({ To: z.string(), Subject: z.string(), TextBody: z.string() })
  .transform(({ To, Subject, TextBody }) => ({ to: To, subject: Subject, text: TextBody }));

/** A mail that Postmark took. */
export type Mail = z.infer<typeof Body>;

type Treatment = (email: string) => Respond | undefined;

export type Inbox = {
  /** What `POSTMARK_API_URL` is set to. */
  url: string;
  /** Every mail taken, oldest first. */
  mails: readonly Mail[];
  to(email: string): Mail[];
  /** The address's mail of that number, from 0, once it is there; the first unless told. */
  next(email: string, index?: number): Promise<Mail>;
  /** Milliseconds between taking a mail and saying so, from now on. */
  delayAnswers(milliseconds: () => number): void;
  /** How often the service tried to mail the address. */
  requested(email: string): number;
  /** Answers so instead of taking a mail to the address, from now on; undefined: takes it, as without any treatment. */
  treat(treatment: Treatment | undefined): void;
  /** Connections are cut and refused. */
  goDown(): Promise<void>;
  comeUp(): Promise<void>;
  close(): Promise<void>;
};

/** Milliseconds that a mail is waited for: longer than any pause the service makes. */
const patience = 90_000;

/** Addresses that Postmark does not mail (its 406). */
export const isSuppressed = (email: string) => email.startsWith('suppressed');

const refuseInactive = refuseWith(422, 406);

/** A fake Postmark on a port of 127.0.0.1, and what it took. A mail is taken when it has arrived whole, answered or not. */
export async function openInbox(): Promise<Inbox> {
  const server = await fakePostmark();
  const mails: Mail[] = [];
  let delay = () => 0;
  let treatment: Treatment = () => undefined;
  const requested = new Map<string, number>();

  const take: Respond = (request, response) => {
    const mail = Body.parse(request.body);
    requested.set(mail.to, (requested.get(mail.to) ?? 0) + 1);
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
    next: async (email, index = 0) => soon(() => to(email)[index], `no mail came to ${email}`),
    delayAnswers: (milliseconds) => {
      delay = milliseconds;
    },
    requested: (email) => requested.get(email) ?? 0,
    treat: (given) => {
      treatment = given ?? (() => undefined);
    },
    goDown: async () => server.stop(),
    comeUp: async () => server.start(),
    close: async () => server.close(),
  };
}

/** Looks again and again until there is something, and fails with `otherwise` when that takes too long. */
export async function soon<Value>(
  look: () => Value | undefined | Promise<Value | undefined>,
  otherwise: string,
): Promise<Value> {
  for (const deadline = Date.now() + patience; Date.now() < deadline;) {
    const found = await look();
    if (found !== undefined) {
      return found;
    }
    await sleep(10);
  }
  throw new Error(otherwise);
}
