/**
 * Calls the listener when the signal aborts, at once if it already has. Returns a
 * function that stops this. `AbortSignal.any` is missing in Safari to 17.3, Chrome to
 * 115 and React Native. React Native's signals also lack the option `signal` of listeners.
 */
export function onAbort(
  signal: AbortSignal | null | undefined,
  listener: () => void,
): () => void {
  if (signal?.aborted) listener();
  signal?.addEventListener('abort', listener);
  return () => signal?.removeEventListener('abort', listener);
}
