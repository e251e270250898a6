/** What takes the keys for itself while it is open. A toast is a dialog too, but stands beside the page. */
const layers = ['dialog', 'alertdialog', 'menu', 'listbox']
  .map((role) => `[role="${role}"]:not([aria-modal="false"], [data-closed], [hidden])`)
  .join(',');

/** Whether a dialog, a menu or a list of choices is open above the page. */
export const isLayerOpen = (): boolean => document.querySelector(layers) !== null;

const textFields =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable="true"]';

/** Whether keys pressed at a target are text. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(textFields) !== null;

const pressable = 'a[href], button, summary, [role="button"], [role="tab"], [role="checkbox"]';

/** Whether Enter and the space bar do something at a target already. */
export const isPressable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(pressable) !== null;
