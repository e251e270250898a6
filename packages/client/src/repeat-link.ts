import type { AppRouter } from '@namecard/router';
import type {
  Operation,
  OperationLink,
  OperationResultEnvelope,
  TRPCClientError,
  TRPCLink,
} from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { pauseAfter, type BackOff } from './back-off.ts';
import { asNamecardError } from './error.ts';
import { firstValue } from './first-value.ts';
import type { SessionGuard } from './guard-session.ts';
import { onAbort } from './on-abort.ts';
import { mayRepeat } from './repeatable.ts';
import { wait } from './wait.ts';

type Options = { backOff: BackOff; guard: SessionGuard };

type Envelope = OperationResultEnvelope<unknown, TRPCClientError<AppRouter>>;
type Next = Parameters<OperationLink<AppRouter>>[0]['next'];

/** Whether a browser says that there is no connection: waiting a little would bring none. Node never says so. */
const isOffline = (): boolean =>
  typeof navigator === 'object' && 'onLine' in navigator && navigator.onLine === false;

/** Makes the call until it succeeds, fails for good, or has been made often enough. */
async function callUntilDone(
  call: Operation,
  next: Next,
  signal: AbortSignal,
  { backOff, guard }: Options,
): Promise<Envelope> {
  const admitted = guard.admit(call);
  const began = performance.now();
  for (let attempt = 1; ;) {
    // A context of its own, by which the guard knows the attempt.
    const tried = { ...call, context: { ...call.context } };
    try {
      await admitted(signal);
      return await firstValue(next(tried), signal);
    } catch (cause) {
      const error = asNamecardError(cause);
      if (await guard.waitsAfter(error, tried)) {
        continue;
      }
      const mayPass = mayRepeat(call, error, performance.now() - began) && !isOffline();
      if (!mayPass) {
        throw error;
      }
      const pause = pauseAfter(attempt, error, backOff);
      if (pause === undefined) {
        throw error;
      }
      await wait(pause, signal);
      attempt += 1;
    }
  }
}

/**
 * A link that repeats what may be repeated, waits as long as the service asks, ends at once when the call is aborted, and
 * makes a `NamecardError` of every failure.
 */
export function repeatLink(options: Options): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        const controller = new AbortController();
        // The call ends by its own signal, or when nobody waits for its result any more.
        const stop = onAbort(op.signal, () => controller.abort(op.signal?.reason));
        const relay = async () => {
          try {
            observer.next(await callUntilDone(op, next, controller.signal, options));
            observer.complete();
          } catch (error) {
            observer.error(asNamecardError(error));
          } finally {
            stop();
          }
        };
        void relay();
        return () => controller.abort();
      });
}
