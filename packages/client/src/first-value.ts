import type { Observable } from '@trpc/server/observable';
import { abortable } from './abortable.ts';

/**
 * The first value of an observable. On abort it fails at once with `ABORTED` and
 * unsubscribes. tRPC itself would wait until all calls of a batch are aborted.
 */
export async function firstValue<Value, Failure>(
  source: Observable<Value, Failure>,
  signal: AbortSignal,
): Promise<Value> {
  return abortable<Value>(signal, (next, error) => {
    const subscription = source.subscribe({ next, error });
    return () => subscription.unsubscribe();
  });
}
