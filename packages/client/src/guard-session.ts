import type { Operation } from '@trpc/client';
import type { NamecardError } from './error.ts';
import type { Session } from './session.ts';

export type SessionGuard = {
  /** The token for calls that go out together, or null; remembered for each of them. */
  tokenFor: (calls: readonly Operation[]) => Promise<string | null>;
  /** Ends the session when the token that a call was sent with is refused, and for no other reason. */
  onFailure: (error: NamecardError, call: Operation) => Promise<void>;
};

/**
 * Gives calls the session's token, and ends the session once the service has. A late refusal of an older token leaves the
 * newer one alone.
 */
export function guardSession(
  session: Session,
  onSessionEnded?: (error: NamecardError) => void,
): SessionGuard {
  const sentTokens = new WeakMap<Operation['context'], string>();
  return {
    tokenFor: async (calls) => {
      const token = await session.token();
      if (token !== null) {
        calls.forEach(({ context }) => sentTokens.set(context, token));
      }
      return token;
    },
    onFailure: async (error, { path, context }) => {
      const token = sentTokens.get(context);
      // Signing out forgets the token itself, and nobody need be told.
      if (error.reason !== 'TOKEN_INVALID' || token === undefined || path === 'auth.signOut') {
        return;
      }
      if (await session.endIfStill(token)) {
        onSessionEnded?.(error);
      }
    },
  };
}
