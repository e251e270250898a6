import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FakePostmark } from '@namecard/testing';
import { send, type Burst } from './send.ts';
import type { Subject } from './subject.ts';

/** Seconds that mail may take to leave. */
const timeout = 30;

/** Waits for so many mails beside those there were, and reads the codes that their subjects begin with. */
async function mailedCodes(postmark: FakePostmark, before: number, count: number) {
  for (
    const deadline = performance.now() + timeout * 1_000;
    performance.now() < deadline;
  ) {
    const mails = postmark.mails().slice(before);
    if (mails.length === count) {
      return mails.map(({ to, subject }) => ({ email: to, otp: subject.split(' ')[0] }));
    }
    await sleep(5);
  }
  throw new Error(`Of ${count} mails some did not leave within ${timeout} seconds.`);
}

/** New users who sign in: first all ask for a code, and when the mails have left, all give it. */
export async function prepareSignIns(
  { origin, postmark }: Subject,
  users: number,
  callers: number,
): Promise<Burst> {
  const post =
    (step: 'send-code' | 'verify-code') =>
    (body: { email: string; otp?: string | undefined }) => ({
      method: 'POST',
      path: `/api/v1/auth/${step}`,
      body,
    });
  const emails = Array.from({ length: users }, () => ({
    email: `${randomUUID()}@example.org`,
  }));
  return {
    requests: users,
    run: async () => {
      const before = postmark.mails().length;
      await send(origin, emails.map(post('send-code')), callers);
      const codes = await mailedCodes(postmark, before, users);
      await send(origin, codes.map(post('verify-code')), callers);
    },
  };
}
