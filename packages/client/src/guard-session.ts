import type { Operation } from '@trpc/client';
import { abortable } from './abortable.ts';
import { NamecardError } from './error.ts';
import type { ProcedurePath } from './procedures.ts';
import { endsSession } from './reasons.ts';
import type { Session } from './session.ts';
import type { ObservableSession, SessionState } from './session-state.ts';

export type SessionGuard = {
  /** The token for calls that go out together, or null; it is remembered for each of them. */
  tokenFor: (calls: readonly Operation[]) => Promise<string | null>;
  /**
   * Lets each attempt of a call go out: at once, or when the session that has ended goes on. Fails where another person is signed
   * in meanwhile, or nobody: a call is made for whoever began it, or not at all.
   */
  admit: (call: Operation) => (signal: AbortSignal) => Promise<void>;
  /**
   * Ends the session when the service has rejected the token that the attempt was sent with, and for no other reason. Whether the
   * attempt is to be admitted again: a call with a rejected token does nothing.
   */
  waitsAfter: (error: NamecardError, attempt: Operation) => Promise<boolean>;
};

type Options = {
  onSessionEnded?: ((error: NamecardError) => void) | undefined;
  waitForSignIn?: boolean | undefined;
};

/** What begins and ends sessions needs none. */
const needNoSession: ReadonlySet<string> = new Set<ProcedurePath>([
  'auth.sendCode',
  'auth.verifyCode',
  'auth.signOut',
]);

/** Waits until the session that has ended goes on, or is over for good. */
function decided(
  { get, subscribe }: ObservableSession,
  signal: AbortSignal,
): Promise<void> {
  return abortable(signal, (resolve) => {
    const stop = subscribe(() => {
      if (get().status !== 'ended') {
        stop();
        resolve();
      }
    });
    return stop;
  });
}

/**
 * Gives calls the session's token, and ends the session once the service has. A late error about an older token leaves the
 * newer one alone.
 */
export function guardSession(
  session: Session,
  { onSessionEnded, waitForSignIn = false }: Options,
): SessionGuard {
  const sentTokens = new WeakMap<Operation['context'], string>();
  const isOver = ({ status, person }: SessionState) =>
    status !== 'signed out' && session.get().person !== person;
  return {
    tokenFor: async (calls) => {
      const token = await session.token();
      if (token !== null) {
        calls.forEach(({ context }) => sentTokens.set(context, token));
      }
      return token;
    },
    admit: ({ path }) => {
      const begun = session.get();
      return async (signal) => {
        if (needNoSession.has(path)) {
          return;
        }
        if (waitForSignIn && session.get().status === 'ended') {
          await decided(session, signal);
        }
        if (isOver(begun)) {
          throw new NamecardError('TOKEN_INVALID', 'The session is over. Sign in again.');
        }
      };
    },
    waitsAfter: async (error, { path, context }) => {
      const token = sentTokens.get(context);
      // Signing out forgets the token itself, and the program knows of it.
      if (!endsSession(error.reason) || token === undefined || path === 'auth.signOut') {
        return false;
      }
      if (await session.endIfStill(token)) {
        onSessionEnded?.(error);
      }
      return waitForSignIn;
    },
  };
}
