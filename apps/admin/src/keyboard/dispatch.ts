import { isPressed } from './keys.ts';
import { currentShortcuts, type Registered } from './registry.ts';
import { isLayerOpen, isPressable, isTextField } from './where.ts';

/** Milliseconds in which the next key of a sequence must come. */
const patience = 1_500;

/** How many keys of each begun sequence were pressed, and when the last one. */
let begun: { shortcuts: readonly Registered[]; length: number; at: number } = {
  shortcuts: [],
  length: 0,
  at: 0,
};

const nothingBegun = { shortcuts: [], length: 0, at: 0 };

/** Whether a shortcut may work where the key was pressed. Escape leaves a field, so it is no text. */
function mayRun({ isEnabled, always }: Registered, { key, target }: KeyboardEvent): boolean {
  const isFree = !isLayerOpen() && (key === 'Escape' || !isTextField(target));
  return isEnabled && (always || isFree);
}

const isModifier = ({ key }: KeyboardEvent) => /^(Shift|Control|Alt|Meta)$/.test(key);

/** The shortcuts that a press begins, goes on with or completes. */
function matching(event: KeyboardEvent): { shortcuts: readonly Registered[]; length: number } {
  const follow = (candidates: readonly Registered[], length: number) =>
    candidates.filter((shortcut) => {
      const press = shortcut.sequence[length];
      return press !== undefined && isPressed(event, press) && mayRun(shortcut, event);
    });
  const goneOn = event.timeStamp - begun.at < patience ? follow(begun.shortcuts, begun.length) : [];
  return goneOn.length > 0
    ? { shortcuts: goneOn, length: begun.length + 1 }
    : { shortcuts: follow(currentShortcuts(), 0), length: 1 };
}

/** Runs what a press completes; the rest of the page is told nothing of it then. */
export function dispatch(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isModifier(event)) {
    return;
  }
  if ((event.key === 'Enter' || event.key === ' ') && isPressable(event.target)) {
    return;
  }
  const { shortcuts, length } = matching(event);
  const complete = shortcuts.findLast(({ sequence }) => sequence.length === length);
  begun = complete ? nothingBegun : { shortcuts, length, at: event.timeStamp };
  if (complete) {
    event.preventDefault();
    complete.run();
  }
}
