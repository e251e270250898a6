import { abortable } from './abortable.ts';

/** Waits so many milliseconds; fails with `ABORTED` as soon as the signal says so. */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return abortable(signal, (resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    return () => clearTimeout(timer);
  });
}
