/**
 * Aborts the controller when the signal aborts, until what it returns is called. `AbortSignal.any` would do the same, and is missing
 * in Node 20.0 to 20.2, Safari to 17.3, Chrome to 115 and React Native.
 */
export function follow(
  signal: AbortSignal | null | undefined,
  controller: AbortController,
): () => void {
  if (!signal) return () => {};
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort);
  return () => signal.removeEventListener('abort', abort);
}
