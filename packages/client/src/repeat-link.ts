import type { AppRouter } from '@namecard/router';
import type {
  Operation,
  OperationLink,
  OperationResultEnvelope,
  TRPCClientError,
  TRPCLink,
} from '@trpc/client';
import { observable, type Observable } from '@trpc/server/observable';
import { abortable } from './abortable.ts';
import { pauseAfter, type BackOff } from './back-off.ts';
import { asNamecardError } from './error.ts';
import type { SessionGuard } from './guard-session.ts';
import { onAbort } from './on-abort.ts';
import { mayRepeat } from './repeatable.ts';

type Options = { backOff: BackOff; guard: SessionGuard };

type Envelope = OperationResultEnvelope<unknown, TRPCClientError<AppRouter>>;
type Next = Parameters<OperationLink<AppRouter>>[0]['next'];

/** Whether a browser says that it has no connection. Node never does. */
const isOffline = (): boolean =>
  typeof navigator === 'object' && 'onLine' in navigator && navigator.onLine === false;

/**
 * The first value of an observable. On abort it fails at once with `ABORTED` and
 * unsubscribes. tRPC itself would wait until all calls of a batch are aborted.
 */
const firstValue = <Value, Failure>(
  source: Observable<Value, Failure>,
  signal: AbortSignal,
): Promise<Value> =>
  abortable(signal, (next, error) => {
    const subscription = source.subscribe({ next, error });
    return () => subscription.unsubscribe();
  });

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  abortable(signal, (resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    return () => clearTimeout(timer);
  });

/** Calls until success, a final error, or the last attempt. */
async function callUntilDone(
  call: Operation,
  next: Next,
  signal: AbortSignal,
  { backOff, guard }: Options,
): Promise<Envelope> {
  const admitted = guard.admit(call);
  const began = performance.now();
  for (let attempt = 1; ;) {
    // A new context, by which the guard knows the attempt.
    const tried = { ...call, context: { ...call.context } };
    try {
      await admitted(tried, signal);
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
 * A link that repeats calls, waits as long as the service asks, stops on abort,
 * and turns every failure into a `NamecardError`.
 */
export function repeatLink(options: Options): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        const controller = new AbortController();
        // The call ends by its own signal, or when its observer leaves.
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
