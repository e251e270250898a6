import type { Observable } from '@trpc/server/observable';
import { aborted } from './error.ts';

/**
 * The first value of an observable. Aborting fails at once with `ABORTED`, and unsubscribes: in a batch tRPC itself would wait
 * until every call in it is aborted.
 */
export async function firstValue<Value, Failure>(
  source: Observable<Value, Failure>,
  signal: AbortSignal,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(aborted(signal));
      return;
    }
    const end = () => {
      subscription.unsubscribe();
      reject(aborted(signal));
    };
    const done = () => signal.removeEventListener('abort', end);
    const subscription = source.subscribe({
      next: (value) => {
        done();
        resolve(value);
      },
      error: (error) => {
        done();
        reject(error);
      },
    });
    signal.addEventListener('abort', end, { once: true });
  });
}
