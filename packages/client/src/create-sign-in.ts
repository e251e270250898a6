import { findCode } from '@namecard/router/typed-code';
import { asNamecardError, type NamecardError } from './error.ts';
import { explain } from './explain.ts';
import type { User } from './procedures.ts';
import type { Reason } from './reasons.ts';
import type { SignIn } from './sign-in.ts';

/** Why a step did not succeed, to show beside its field or below the form. */
export type SignInProblem = {
  reason: Reason;
  /** For whoever signs in, in English. */
  message: string;
  /** Whether what was typed into the step's field is to blame. */
  isOfField: boolean;
  /** With `ACCOUNT_SUSPENDED`: what `auth.appeal` takes in the place of a code, once within 30 minutes. */
  ticket?: string;
};

export type SignInState = {
  step: 'address' | 'code' | 'signed in';
  /** The address that was given last. */
  email: string;
  /** Whether an answer is waited for. */
  isBusy: boolean;
  /** How often a mail was asked for, with this address. */
  mails: number;
  /** Seconds until `sendAgain` does something. */
  resendIn: number;
  /** How many digits a short code has. The long one of the same mail works as well. */
  digits: number;
  problem: SignInProblem | undefined;
  /** Who is signed in, in the last step. */
  user: User | undefined;
};

export type SignInSteps = {
  /** The state, and each change of it: the three that `useSyncExternalStore` of React takes, in its order. */
  subscribe: (listener: () => void) => () => void;
  get: () => SignInState;
  getServerSnapshot: () => SignInState;
  /** Has a code mailed to the address, and goes on to the code. None of the steps throws: `problem` says what failed. */
  sendCode: (email: string) => Promise<void>;
  /** Has another mail sent to the same address; nothing happens before `resendIn` is 0. */
  sendAgain: () => Promise<void>;
  /** Signs in by the code as it was typed or pasted. */
  verifyCode: (code: string) => Promise<void>;
  /** Goes back to the address, which stays as it was. */
  changeAddress: () => void;
};

export type SignInOptions = {
  /** How many digits a short code has, where the service's `CODE_DIGITS` is not 6. */
  digits?: number | undefined;
  /** An address to begin with. */
  email?: string | undefined;
  /** What `problem` calls the service, at the beginning of a sentence; `The service` unless given. */
  service?: string | undefined;
  /** Whether the session goes on where it was left: see `verifyCode` of the client. */
  isSamePerson?: ((user: User) => boolean) | undefined;
};

/**
 * Seconds to wait before the second, the third and any later mail. The service mails one code three times in five minutes, and makes a
 * new one after that; what is asked for beyond that is answered and not mailed.
 */
const waits = [30, 60, 240] as const;

const waitAfter = (mails: number): number => waits[mails - 1] ?? 240;

const wrongInputs = {
  address: 'Enter your full email address, such as ann@example.com.',
  code: 'Enter the code from the mail.',
} as const;

function messageOf(
  error: NamecardError,
  field: keyof typeof wrongInputs,
  service: string | undefined,
): string {
  switch (error.reason) {
    case 'INPUT_INVALID':
      return wrongInputs[field];
    case 'CODE_INVALID':
      return 'That code didn’t work: it may be mistyped, used or expired. Try the long code of the same mail, or have a new one sent.';
    default:
      return explain(error, service);
  }
}

/** Sign-in without a look: an address, the code that is mailed to it, and what a page has to know and say meanwhile. */
export function createSignIn(
  client: Pick<SignIn, 'sendCode' | 'verifyCode'>,
  { digits = 6, email = '', service, isSamePerson }: SignInOptions = {},
): SignInSteps {
  let state: SignInState = {
    step: 'address',
    email,
    isBusy: false,
    mails: 0,
    resendIn: 0,
    digits,
    problem: undefined,
    user: undefined,
  };
  const first = state;
  let resendAt = 0;
  let attempt = new AbortController();
  // A code need not wait for another mail that is on its way; nothing else overtakes.
  let isVerifying = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const secondsLeft = () => Math.max(0, Math.ceil((resendAt - Date.now()) / 1000));

  /** While somebody looks, they are told of each second that passes. */
  function tick(): void {
    clearTimeout(timer);
    if (listeners.size > 0 && secondsLeft() > 0) {
      timer = setTimeout(() => change({}), 250);
    }
  }
  function change(changed: Partial<SignInState>): void {
    const resendIn = secondsLeft();
    if (resendIn !== state.resendIn || Object.keys(changed).length > 0) {
      state = { ...state, ...changed, resendIn };
      for (const listener of listeners) listener();
    }
    tick();
  }

  /** Does one thing at a time. What is given up, or overtaken, tells nothing any more. */
  async function attempted(
    field: 'address' | 'code',
    work: (signal: AbortSignal) => Promise<Partial<SignInState>>,
  ): Promise<void> {
    const own = new AbortController();
    attempt = own;
    change({ isBusy: true, problem: undefined });
    let outcome: Partial<SignInState>;
    try {
      outcome = await work(own.signal);
    } catch (error) {
      const failure = asNamecardError(error);
      const { reason, ticket } = failure;
      const isOfField = reason === 'INPUT_INVALID' || reason === 'CODE_INVALID';
      const message = messageOf(failure, field, service);
      outcome = { problem: { reason, message, isOfField, ...(ticket && { ticket }) } };
    }
    if (attempt === own && !own.signal.aborted) change({ ...outcome, isBusy: false });
  }

  const send = (to: string, mails: number) =>
    attempted(state.step === 'code' ? 'code' : 'address', async (signal) => {
      await client.sendCode({ email: to }, { signal });
      resendAt = Date.now() + waitAfter(mails) * 1000;
      return { step: 'code', mails };
    });

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      tick();
      return () => {
        listeners.delete(listener);
        tick();
      };
    },
    get: () => {
      // Nobody ticks while nobody looks.
      if (listeners.size === 0) change({});
      return state;
    },
    getServerSnapshot: () => first,
    sendCode: async (given) => {
      const to = given.trim();
      if (state.isBusy) return;
      // One who comes back with the same address goes on to the code that they have.
      if (to === state.email && secondsLeft() > 0) {
        change({ step: 'code', problem: undefined });
        return;
      }
      change({ email: to });
      await send(to, 1);
    },
    sendAgain: async () => {
      if (secondsLeft() > 0 || state.isBusy) return;
      await send(state.email, state.mails + 1);
    },
    verifyCode: async (code) => {
      if (isVerifying) return;
      isVerifying = true;
      await attempted('code', async (signal) => {
        // The whole line of the mail may have been pasted.
        const input = { email: state.email, otp: findCode(code) ?? code };
        const user = await client.verifyCode(input, { signal, isSamePerson });
        // The mailed code is used: whoever signs in again needs another mail.
        resendAt = 0;
        return { step: 'signed in', user, mails: 0 };
      });
      isVerifying = false;
    },
    changeAddress: () => {
      attempt.abort();
      change({ step: 'address', isBusy: false, problem: undefined });
    },
  };
}
