import { setTimeout as sleep } from 'node:timers/promises';
import type { Respond } from '@namecard/testing';
import { sendCode } from './fixture/ask.ts';
import type { Report } from './fixture/findings.ts';
import { soon } from './fixture/inbox.ts';
import { freshEmail } from './fixture/people.ts';
import type { Fixture } from './fixture/fixture.ts';

/**
 * Leaves one mail of each instance unanswered and asks for another meanwhile. Checked by the order of events: the other one
 * arrives before the first is given up. To be run before any trouble: an instance that has been told to wait does so.
 */
export async function holdUpOne({ origins, inbox }: Fixture): Promise<Report> {
  const held: string[] = [];
  let givenUp = 0;
  const hold: Respond = (_request, response) => {
    response.once('close', () => {
      givenUp += 1;
    });
  };
  inbox.treat((email) => (email.startsWith('held') ? hold : undefined));
  for (const origin of origins) {
    const email = freshEmail('held');
    held.push(email);
    await sendCode(origin, email);
    await soon(() => inbox.requested(email) || undefined, `no request for ${email} came`);
    // Until the instance has found that there is nothing else to deliver.
    await sleep(500);
  }
  const other = freshEmail('other');
  const asked = performance.now();
  await sendCode(origins[0], other);
  await inbox.next(other);
  const milliseconds = performance.now() - asked;
  const before = givenUp;
  inbox.treat(undefined);
  await Promise.all(held.map(async (email) => inbox.next(email)));
  return [
    {
      promise: 'a mail that Postmark leaves unanswered at either instance holds up no other',
      kept: before === 0,
      figures: `the other mail arrived after ${milliseconds.toFixed(0)} ms, when ${before} of 2 had been given up`,
    },
  ];
}
