import { aborted } from './error.ts';

/**
 * A promise that fails with `ABORTED` as soon as the signal says so.
 * @param start begins the work, and returns what gives it up
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
    const end = () => {
      giveUp();
      reject(aborted(signal));
    };
    // React Native's signals don't know the option `signal` of listeners.
    signal.addEventListener('abort', end);
    stop = () => signal.removeEventListener('abort', end);
  });
  return result.finally(() => stop());
}
