/** Milliseconds after which a key that did nothing is forgotten by the person who pressed it. */
const patience = 300;

let lastInput: 'key' | 'pointer' = 'pointer';
window.addEventListener('keydown', () => (lastInput = 'key'), { capture: true });
window.addEventListener('pointerdown', () => (lastInput = 'pointer'), { capture: true });

/**
 * Runs what a key or a press asked for, once the code that it needs has come. Another key or press in the meantime means
 * something else, and 300 ms after a key nobody waits for it: then nothing is run.
 */
export async function whileMeant(
  ready: Promise<unknown>,
  run: () => void,
): Promise<void> {
  const meant = new AbortController();
  const { signal } = meant;
  const drop = () => meant.abort();
  const options = { capture: true, signal };
  // After the event that asked for it.
  const timer = setTimeout(() => {
    window.addEventListener('keydown', drop, options);
    window.addEventListener('pointerdown', drop, options);
  });
  const limit = lastInput === 'key' ? setTimeout(drop, patience) : undefined;
  await ready;
  clearTimeout(timer);
  clearTimeout(limit);
  if (!signal.aborted) run();
  drop();
}
