import type { AppRouter } from '@namecard/router';
import type { TRPCClient } from '@trpc/client';
import { NamecardError } from './error.ts';
import type { Inputs, User } from './procedures.ts';
import { endsSession } from './reasons.ts';
import type { Session } from './session.ts';

type CallOptions = { signal?: AbortSignal };

type VerifyOptions = CallOptions & {
  /**
   * Whether the session goes on: `person` stays, and waiting calls go out.
   * Default: false, as the client does not know whose token it was.
   */
  isSamePerson?: ((user: User) => boolean) | undefined;
};

export type SignIn = {
  /** Mails a code. The answer is the same for known and unknown addresses. */
  sendCode(input: Inputs['auth']['sendCode'], options?: CallOptions): Promise<void>;
  /** Keeps the token. Fails with `CODE_INVALID` for any wrong code. */
  verifyCode(input: Inputs['auth']['verifyCode'], options?: VerifyOptions): Promise<User>;
  /**
   * Ends the session and forgets the token, in every tab that shares it. If the
   * service can't be reached, it forgets the token and throws. The session then
   * ends 30 days after its last use.
   */
  signOut(options?: CallOptions): Promise<void>;
  /** Forgets the token in this tab only. The session stays valid. */
  forget(): Promise<void>;
  /** Whether there is a token. Only the next call shows whether it is valid. */
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

/** Signs in and out, with the token in the session. */
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
      let token: string | null = null;
      try {
        token = await session.token();
        if (token !== null) {
          await endOnService(api, options);
        }
      } finally {
        await session.endEverywhere(token);
      }
    },
  };
}
