import type { AppRouter } from '@namecard/router';
import type { TRPCClient } from '@trpc/client';
import { NamecardError } from './error.ts';
import type { Inputs, User } from './procedures.ts';
import { endsSession } from './reasons.ts';
import type { Session } from './session.ts';

type CallOptions = { signal?: AbortSignal };

type VerifyOptions = CallOptions & {
  /**
   * Whether the session goes on where it was left: `person` stays, and calls that wait are made. Not unless given, since the
   * client does not know whose token it was.
   */
  isSamePerson?: ((user: User) => boolean) | undefined;
};

export type SignIn = {
  /** Has a code mailed to the address. The answer is the same whether the address is known or not. */
  sendCode(input: Inputs['auth']['sendCode'], options?: CallOptions): Promise<void>;
  /** Signs in by the mailed code and keeps the token. Fails with `CODE_INVALID` for any code that is not good. */
  verifyCode(input: Inputs['auth']['verifyCode'], options?: VerifyOptions): Promise<User>;
  /**
   * Ends the session and forgets the token, in every tab that shares it. Where the service can't be reached, the token is
   * forgotten all the same, and the failure is thrown; the session then ends by itself, 30 days after its last use.
   */
  signOut(options?: CallOptions): Promise<void>;
  /** Forgets the token in this tab, and leaves the session as it is. */
  forget(): Promise<void>;
  /** Whether there is a token. Whether it is still good shows with the next call. */
  isSignedIn(): Promise<boolean>;
};

async function endOnService(
  api: TRPCClient<AppRouter>,
  options?: CallOptions,
): Promise<void> {
  try {
    await api.auth.signOut.mutate(undefined, options);
  } catch (error) {
    // The session was over already.
    if (!(error instanceof NamecardError) || !endsSession(error.reason)) {
      throw error;
    }
  }
}

/** Signing in and out by the procedures of the service, with the token in the session. */
export function signInWith(api: TRPCClient<AppRouter>, session: Session): SignIn {
  const isSignedIn = async () => (await session.token()) !== null;
  return {
    isSignedIn,
    forget: session.end,
    sendCode: async (input, options) => {
      await api.auth.sendCode.mutate(input, options);
    },
    verifyCode: async (input, { isSamePerson, ...options } = {}) => {
      const { data } = await api.auth.verifyCode.mutate(input, options);
      await session.begin(data.token, isSamePerson?.(data.user) ?? false);
      return data.user;
    },
    signOut: async (options) => {
      try {
        if (await isSignedIn()) {
          await endOnService(api, options);
        }
      } finally {
        await session.endEverywhere();
      }
    },
  };
}
