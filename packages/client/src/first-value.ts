import type { Observable } from '@trpc/server/observable';
import { abortable } from './abortable.ts';

/**
 * The first value of an observable. Aborting fails at once with `ABORTED`, and unsubscribes: in a batch tRPC itself would wait
 * until every call in it is aborted.
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
