/**
 * Calls the listener when the signal aborts, at once if it has, until what is returned is called. `AbortSignal.any` is missing in Node
 * 20.0 to 20.2, Safari to 17.3, Chrome to 115 and React Native, whose signals don't know the option `signal` of listeners either.
 */
export function onAbort(
  signal: AbortSignal | null | undefined,
  listener: () => void,
): () => void {
  if (signal?.aborted) listener();
  signal?.addEventListener('abort', listener);
  return () => signal?.removeEventListener('abort', listener);
}
