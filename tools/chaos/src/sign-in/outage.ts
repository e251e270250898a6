import { setTimeout as sleep } from 'node:timers/promises';
import { answerWith, refuseWith, type Respond } from '@namecard/testing';
import { sendCode, verifyCode, type Answer } from './fixture/ask.ts';
import { readCodes } from './fixture/codes.ts';
import { settled } from './fixture/database.ts';
import { format, type Report } from './fixture/findings.ts';
import { soon, type Inbox } from './fixture/inbox.ts';
import { freshEmail } from './fixture/people.ts';
import { byTurns, type Fixture } from './fixture/fixture.ts';

/** One way for Postmark to fail. */
export type Trouble = {
  name: string;
  /** Whether its mails leave afterwards; else each is recorded as refused. */
  passes: boolean;
  begin(inbox: Inbox): Promise<void>;
  end(inbox: Inbox): Promise<void>;
};

/** Every request is answered so until it ends. */
export function answering(name: string, respond: Respond, passes = true): Trouble {
  return {
    name,
    passes,
    begin: async (inbox) => inbox.treat(() => respond),
    end: async (inbox) => inbox.treat(undefined),
  };
}

export const isDown: Trouble = {
  name: 'down',
  passes: true,
  begin: async (inbox) => inbox.goDown(),
  end: async (inbox) => inbox.comeUp(),
};

export const answers500 = answering('answering 500', answerWith(500, { Message: 'Server Error' }));
export const answersHtml = answering('answering HTML with 200', answerWith(200, '<!doctype html>'));
export const refuses = answering('answering ErrorCode 406 with 200', refuseWith(200, 406), false);

/** How long the trouble lasts, and how many mails are asked for in it. */
type Length = { seconds: number; asks: number };

/** Asks at even distances for as long as the trouble lasts, each time for another address and at the other instance. */
async function askMeanwhile({ origins }: Fixture, { seconds, asks }: Length) {
  const pending: Promise<{ email: string; answer: Answer }>[] = [];
  for (let index = 0; index < asks; index += 1) {
    const email = freshEmail('outage');
    const answered = sendCode(byTurns(origins, index), email);
    pending.push(answered.then((answer) => ({ email, answer })));
    await sleep((seconds * 1_000) / asks);
  }
  return Promise.all(pending);
}

/** Resolves once an instance has tried to mail the address. */
const untilRequested = async ({ inbox }: Fixture, email: string) =>
  soon(() => inbox.requested(email) || undefined, `no request for ${email} came`);

/** That each mail came once, and the first and the last one's codes work. */
async function checkArrived(fixture: Fixture, emails: string[], seconds: number): Promise<Report> {
  const mails = emails.map((email) => fixture.inbox.to(email));
  const once = mails.filter(({ length }) => length === 1).length;
  const tried = [emails[0] ?? '', emails.at(-1) ?? ''];
  const statuses = await Promise.all(
    tried.map(async (email) => {
      const { long } = readCodes(await fixture.inbox.next(email));
      return (await verifyCode(fixture.origins[0], email, long)).status;
    }),
  );
  return [
    {
      promise: 'each mail arrives, once, and its code works',
      kept: once === emails.length && statuses.every((status) => status === 200),
      figures: `${once} of ${emails.length} arrived once, the last ${seconds.toFixed(1)} s after the trouble; codes of two: ${statuses.join()}`,
    },
  ];
}

/** That each mail is recorded as refused, and asking again mails again. */
async function checkRefused(fixture: Fixture, emails: string[]): Promise<Report> {
  const states = await Promise.all(emails.map(async (email) => fixture.database.outbox(email)));
  const refused = states.filter(
    (state) => format(state) === '{refused recipient_inactive: 1}',
  ).length;
  const [again = ''] = emails;
  await sendCode(fixture.origins[1], again);
  const { long } = readCodes(await fixture.inbox.next(again));
  const { status } = await verifyCode(fixture.origins[1], again, long);
  return [
    {
      promise: 'each mail is recorded as refused, and the next request mails again',
      kept: refused === emails.length && status === 200,
      figures: `${refused} of ${emails.length} recorded as recipient_inactive; the next mail’s code: ${status}`,
    },
  ];
}

/** Goes through the trouble and looks what became of the mails that were asked for in it. */
export async function rideOut(fixture: Fixture, trouble: Trouble, length: Length): Promise<Report> {
  await trouble.begin(fixture.inbox);
  const asked = await askMeanwhile(fixture, length);
  if (!trouble.passes) {
    await Promise.all(asked.map(({ email }) => untilRequested(fixture, email)));
  }
  await trouble.end(fixture.inbox);
  const ended = performance.now();
  await settled(fixture.database);
  const seconds = (performance.now() - ended) / 1_000;
  const emails = asked.map(({ email }) => email);
  const slowest = Math.max(...asked.map(({ answer }) => answer.milliseconds));
  const well = asked.filter(({ answer }) => answer.status === 200).length;
  return [
    {
      promise: `Postmark ${trouble.name} for ${length.seconds} s: send-code answers 200`,
      kept: well === emails.length,
      figures: `${well} of ${emails.length}, the slowest after ${slowest.toFixed(0)} ms`,
    },
    ...(await (trouble.passes
      ? checkArrived(fixture, emails, seconds)
      : checkRefused(fixture, emails))),
  ];
}
