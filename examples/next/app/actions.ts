'use server';

import { asNamecardError, type Issue, type Reason, type User } from '@namecard/client';
import { namecard } from '../namecard.ts';

/** In production Next hides errors of actions from the browser, so they are results. */
export type Outcome<Result> =
  | { ok: true; result: Result }
  | {
      ok: false;
      reason: Reason;
      message: string;
      issues: Issue[];
      retryAfter: number | undefined;
    };

async function outcomeOf<Result>(work: () => Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { ok: true, result: await work() };
  } catch (error) {
    const { reason, message, issues, retryAfter } = asNamecardError(error);
    return { ok: false, reason, message, issues: [...issues], retryAfter };
  }
}

export async function sendCode(input: { email: string }): Promise<Outcome<void>> {
  return outcomeOf(async () => (await namecard()).sendCode(input));
}

export async function verifyCode(input: {
  email: string;
  otp: string;
}): Promise<Outcome<User>> {
  return outcomeOf(async () => (await namecard()).verifyCode(input));
}

export async function signOut(): Promise<void> {
  await outcomeOf(async () => (await namecard()).signOut());
}
