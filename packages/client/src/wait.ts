import { abortable } from './abortable.ts';

/** Fails with `ABORTED` when the signal aborts. */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return abortable(signal, (resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    return () => clearTimeout(timer);
  });
}
