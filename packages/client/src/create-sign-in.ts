import { readAddress } from '@namecard/router/addresses';
import { findCode } from '@namecard/router/typed-code';
import { asNamecardError, type NamecardError } from './error.ts';
import { explain } from './explain.ts';
import type { User } from './procedures.ts';
import type { Reason } from './reasons.ts';
import type { SignIn } from './sign-in.ts';

/** Why a step failed. Show it beside the field or below the form. */
export type SignInProblem = {
  reason: Reason;
  /** English text for the person who signs in. */
  message: string;
  /** Whether the input of the step's field is wrong. */
  isOfField: boolean;
  /** With `ACCOUNT_SUSPENDED`. See `NamecardError`. */
  ticket?: string;
  /** With `UNKNOWN`. See `NamecardError`. */
  rawReason?: string;
};

export type SignInState = {
  step: 'address' | 'code' | 'signed in';
  /** As mails go to it, however it was typed. */
  email: string;
  isBusy: boolean;
  /** Mails requested for this address. */
  mails: number;
  /** Seconds until `sendAgain` works. */
  resendIn: number;
  problem: SignInProblem | undefined;
  /** The user, in the last step. */
  user: User | undefined;
};

export type SignInSteps = {
  /** These three are the arguments of React's `useSyncExternalStore`. */
  subscribe: (listener: () => void) => () => void;
  get: () => SignInState;
  getServerSnapshot: () => SignInState;
  /** Mails a code and goes to the code step. No step throws: see `problem`. */
  sendCode: (email: string) => Promise<void>;
  /** Mails another code. Does nothing until `resendIn` is 0. */
  sendAgain: () => Promise<void>;
  /** Takes the code as it was typed or pasted. */
  verifyCode: (code: string) => Promise<void>;
  /** Goes back to the address step, and keeps the address. */
  changeAddress: () => void;
};

export type SignInOptions = {
  email?: string | undefined;
  /** Its name at the start of a sentence; default: `The service`. */
  service?: string | undefined;
  /** See `verifyCode` of the client. */
  isSamePerson?: ((user: User) => boolean) | undefined;
};

/**
 * Seconds before the second, third and later mails. The service mails a code
 * three times in five minutes, then a new code. It answers further requests
 * without a mail.
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

/** Sign-in without UI: address, code, and the state that a page needs to show. */
export function createSignIn(
  client: Pick<SignIn, 'sendCode' | 'verifyCode'>,
  { email = '', service, isSamePerson }: SignInOptions = {},
): SignInSteps {
  let state: SignInState = {
    step: 'address',
    email,
    isBusy: false,
    mails: 0,
    resendIn: 0,
    problem: undefined,
    user: undefined,
  };
  const first = state;
  // By a clock that nobody sets.
  let resendAt = 0;
  let attempt = new AbortController();
  // `verifyCode` works even while `sendAgain` runs. Other steps do nothing then.
  let verifying: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const secondsLeft = () => Math.max(0, Math.ceil((resendAt - performance.now()) / 1000));

  /** With listeners, counts `resendIn` down. */
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

  /** Ignores the outcome if the step was aborted or another one has begun. */
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
      const { reason, ticket, rawReason } = failure;
      const isOfField = reason === 'INPUT_INVALID' || reason === 'CODE_INVALID';
      const message = messageOf(failure, field, service);
      outcome = {
        problem: {
          reason,
          message,
          isOfField,
          ...(ticket && { ticket }),
          ...(rawReason && { rawReason }),
        },
      };
    }
    if (attempt === own && !own.signal.aborted) change({ ...outcome, isBusy: false });
  }

  const send = (to: string, mails: number) =>
    attempted(state.step === 'code' ? 'code' : 'address', async (signal) => {
      await client.sendCode({ email: to }, { signal });
      // Another address may have been entered meanwhile.
      if (to === state.email) resendAt = performance.now() + waitAfter(mails) * 1000;
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
      // Without listeners nothing ticks.
      if (listeners.size === 0) change({});
      return state;
    },
    getServerSnapshot: () => first,
    sendCode: async (given) => {
      const to = readAddress(given);
      if (state.isBusy) return;
      // The same address again: that code is still valid.
      if (to === state.email && secondsLeft() > 0) {
        change({ step: 'code', problem: undefined });
        return;
      }
      resendAt = 0;
      change({ email: to, mails: 0 });
      await send(to, 1);
    },
    sendAgain: async () => {
      if (secondsLeft() > 0 || state.isBusy) return;
      await send(state.email, state.mails + 1);
    },
    verifyCode: async (code) => {
      if (state.isBusy && attempt === verifying) return;
      const done = attempted('code', async (signal) => {
        // The input may be a whole line of the mail.
        const input = { email: state.email, otp: findCode(code) ?? code };
        const user = await client.verifyCode(input, { signal, isSamePerson });
        // The code is used. The next sign-in needs another mail.
        resendAt = 0;
        return { step: 'signed in', user, mails: 0 };
      });
      verifying = attempt;
      await done;
    },
    changeAddress: () => {
      attempt.abort();
      change({ step: 'address', isBusy: false, problem: undefined });
    },
  };
}
