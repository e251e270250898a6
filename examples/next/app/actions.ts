'use server';

import type { User } from '@namecard/client';
import { asActions, type Outcome } from '@namecard/client/next';
import { namecard } from '../namecard.ts';

const actions = asActions(namecard);

export async function sendCode(input: { email: string }): Promise<Outcome<void>> {
  return actions.sendCode(input);
}

export async function verifyCode(input: {
  email: string;
  otp: string;
}): Promise<Outcome<User>> {
  return actions.verifyCode(input);
}

export async function signOut(): Promise<void> {
  await actions.signOut();
}
