import { useState, useSyncExternalStore } from 'react';
import type { Client } from './client.ts';
import {
  createSignIn,
  type SignInOptions,
  type SignInState,
  type SignInSteps,
} from './create-sign-in.ts';
import type { SessionState } from './session-state.ts';

export type SignInHook = SignInState &
  Pick<SignInSteps, 'sendCode' | 'sendAgain' | 'verifyCode' | 'changeAddress'>;

/** `createSignIn` as a hook: its state and its steps. */
export function useSignIn(
  client: Pick<Client, 'sendCode' | 'verifyCode'>,
  options?: SignInOptions,
): SignInHook {
  const [steps] = useState(() => createSignIn(client, options));
  const { subscribe, get, getServerSnapshot, ...actions } = steps;
  return { ...useSyncExternalStore(subscribe, get, getServerSnapshot), ...actions };
}

/** On a server and during hydration the status is `opening`. */
export function useSession({ session }: Pick<Client, 'session'>): SessionState {
  return useSyncExternalStore(session.subscribe, session.get, session.getServerSnapshot);
}
