/** Milliseconds after which a key that did nothing is forgotten by the person who pressed it. */
const patience = 300;

let inputs = 0;
let lastInput: 'key' | 'pointer' = 'pointer';
const count = (input: typeof lastInput) => () => {
  inputs += 1;
  lastInput = input;
};
window.addEventListener('keydown', count('key'), { capture: true });
window.addEventListener('pointerdown', count('pointer'), { capture: true });

/**
 * Runs what a key or a press asked for, once the code that it needs has come. Another key or press in the meantime means
 * something else, and 300 ms after a key nobody waits for it: then nothing is run.
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
