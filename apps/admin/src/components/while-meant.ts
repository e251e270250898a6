/** Milliseconds after which people no longer expect a key to act. */
const patience = 300;

let inputs = 0;
let lastInput: 'key' | 'pointer' = 'pointer';
const count = (input: typeof lastInput) => () => {
  inputs += 1;
  lastInput = input;
};
window.addEventListener('keydown', count('key'), { capture: true });
window.addEventListener('pointerdown', count('pointer'), { capture: true });

/** The number of keys and clicks so far. */
export const inputCount = (): number => inputs;

/**
 * Runs the action of a key or click once its code has loaded. Does nothing after
 * another key or click, or 300 ms after the key: the person no longer expects it.
 */
export async function whileMeant(
  ready: Promise<unknown>,
  run: () => void,
): Promise<void> {
  const [asked, input, start] = [inputs, lastInput, performance.now()];
  await ready;
  const isForgotten = input === 'key' && performance.now() - start > patience;
  if (inputs === asked && !isForgotten) run();
}
