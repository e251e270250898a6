import type { Operation } from '@trpc/client';
import { abortable } from './abortable.ts';
import { NamecardError } from './error.ts';
import type { ProcedurePath } from './procedures.ts';
import { endsSession } from './reasons.ts';
import type { Session } from './session.ts';
import type { ObservableSession, SessionState } from './session-state.ts';

export type SessionGuard = {
  /**
   * The token for a batch, or null. The guard remembers it for each call. Fails if
   * another person began one of the calls. Then none is sent.
   */
  tokenFor: (calls: readonly Operation[]) => Promise<string | null>;
  /**
   * Lets an attempt go out: at once, or when the ended session goes on. Fails if
   * the person has changed or signed out: a call runs only for the person who
   * began it.
   */
  admit: (call: Operation) => (attempt: Operation, signal: AbortSignal) => Promise<void>;
  /**
   * Ends the session if the service rejected the attempt's token. Returns whether
   * to admit the attempt again: it was not sent, or its token was rejected.
   */
  waitsAfter: (error: NamecardError, attempt: Operation) => Promise<boolean>;
};

type Options = {
  onSessionEnded?: ((error: NamecardError) => void) | undefined;
  waitForSignIn?: boolean | undefined;
};

/** These procedures start sessions, or take a code or a ticket instead of one. */
const needNoSession: ReadonlySet<string> = new Set<ProcedurePath>([
  'auth.sendCode',
  'auth.verifyCode',
  'auth.appeal',
  'auth.proveMove',
  'auth.undoMove',
  'auth.refuseInvitation',
  'users.exportSuspended',
]);

/** Signing out forgets the token itself, and never waits for a sign-in. */
const signOut = 'auth.signOut' satisfies ProcedurePath;

/** Waits until the ended session goes on, or is over for good. */
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

const sessionOver = () =>
  new NamecardError('TOKEN_INVALID', 'The session is over. Sign in again.');

/**
 * Gives calls the session's token, and ends the session when the service does. A
 * late error about an older token doesn't affect the newer one.
 */
export function guardSession(
  session: Session,
  { onSessionEnded, waitForSignIn = false }: Options,
): SessionGuard {
  const sentTokens = new WeakMap<Operation['context'], string>();
  const begins = new WeakMap<Operation['context'], SessionState>();
  const unsent = new WeakSet<NamecardError>();
  /** Nobody began a call that did not wait after an end, or after a sign-out. */
  const isOver = ({ status, person }: SessionState) =>
    status !== 'signed out' &&
    (waitForSignIn || status !== 'ended') &&
    session.get().person !== person;
  return {
    tokenFor: async (calls) => {
      const token = await session.token();
      // Somebody may have signed in since the calls were admitted.
      const isOfAnother = ({ context }: Operation) => {
        const begun = begins.get(context);
        return begun !== undefined && isOver(begun);
      };
      if (calls.some(isOfAnother)) {
        const error = sessionOver();
        unsent.add(error);
        throw error;
      }
      if (token !== null) {
        calls.forEach(({ context }) => sentTokens.set(context, token));
      }
      return token;
    },
    admit: ({ path }) => {
      const begun = session.get();
      return async ({ context }, signal) => {
        if (needNoSession.has(path)) {
          return;
        }
        if (waitForSignIn && path !== signOut && session.get().status === 'ended') {
          await decided(session, signal);
        }
        if (isOver(begun)) {
          throw sessionOver();
        }
        begins.set(context, begun);
      };
    },
    waitsAfter: async (error, { path, context }) => {
      // Admitted again, the other person's calls fail, and the rest is sent.
      if (unsent.has(error)) {
        return true;
      }
      const token = sentTokens.get(context);
      if (!endsSession(error.reason) || token === undefined || path === signOut) {
        return false;
      }
      if (await session.endIfStill(token)) {
        onSessionEnded?.(error);
      }
      return waitForSignIn;
    },
  };
}
