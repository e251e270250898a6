import { aborted } from './error.ts';
import { onAbort } from './on-abort.ts';

/**
 * A promise that fails with `ABORTED` when the signal aborts.
 * @param start starts the work, and returns a function that gives it up
 */
export async function abortable<Value>(
  signal: AbortSignal,
  start: (
    resolve: (value: Value) => void,
    reject: (error: unknown) => void,
  ) => () => void,
): Promise<Value> {
  let stop = () => {};
  const result = new Promise<Value>((resolve, reject) => {
    if (signal.aborted) {
      reject(aborted(signal));
      return;
    }
    const giveUp = start(resolve, reject);
    stop = onAbort(signal, () => {
      giveUp();
      reject(aborted(signal));
    });
  });
  return result.finally(() => stop());
}
