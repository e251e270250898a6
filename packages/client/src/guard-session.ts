import type { Operation } from '@trpc/client';
import type { NamecardError } from './error.ts';
import { endsSession } from './reasons.ts';
import type { Session } from './session.ts';

export type SessionGuard = {
  /** The token for calls that go out together, or null; it is remembered for each of them. */
  tokenFor: (calls: readonly Operation[]) => Promise<string | null>;
  /** Ends the session when the service rejects the token that the call was sent with, and for no other reason. */
  onFailure: (error: NamecardError, call: Operation) => Promise<void>;
};

/**
 * Gives calls the session's token, and ends the session once the service has. A late error about an older token leaves the
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
      // Signing out forgets the token itself, and the program knows of it.
      if (!endsSession(error.reason) || token === undefined || path === 'auth.signOut') {
        return;
      }
      if (await session.endIfStill(token)) {
        onSessionEnded?.(error);
      }
    },
  };
}
