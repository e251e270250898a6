import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { useAsked } from '../frame/use-asked.tsx';
import { digitOf, pressed, useBeforeShortcuts, useLetters } from '../keyboard.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import {
  needsNote,
  reasonName,
  reasons,
  type Explanation,
  type Reason,
} from './reasons.ts';
import type { Notes } from './typed-notes.ts';

type Asked = {
  /** "ann", "12 profiles". */
  what: string;
  typed: Notes | undefined;
  /** The element beside it, which gets the focus back. */
  anchor: Element;
  onChoose: (explanation: Explanation) => void;
};

const width = 320;
const height = 268;
const margin = 12;

/**
 * Below the anchor, or above it if there is no room. The numbers are below the
 * row's first letter.
 */
function placeAt(anchor: Element): CSSProperties {
  const box = anchor.getBoundingClientRect();
  const isRow = anchor.role === 'row';
  const left = Math.min(box.left + (isRow ? 24 : 0), window.innerWidth - width - margin);
  const isRoomBelow = box.bottom + height + margin < window.innerHeight;
  return isRoomBelow
    ? { left: Math.max(margin, left), top: box.bottom + 4 }
    : { left: Math.max(margin, left), bottom: window.innerHeight - box.top + 4 };
}

function focusOn(element: Element): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

type MenuProps = Pick<Asked, 'what' | 'anchor'> & {
  onChoose: (reason: Reason) => void;
  /** Asks for notes before hiding for this reason. */
  onNote: (reason: Reason) => void;
  close: () => void;
};

function Reasons({ what, anchor, onChoose, onNote, close }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const hasLetters = useLetters();
  const [place] = useState(() => placeAt(anchor));
  const leave = () => {
    flushSync(close);
    focusOn(anchor);
  };
  const actOn = (index: number) => {
    const chosen = reasons[index];
    leave();
    if (chosen) onChoose(chosen);
    else onNote(reasons[active] ?? 'other');
  };
  useLayoutEffect(() => {
    menu.current
      ?.querySelectorAll<HTMLElement>('[role="menuitem"]')
      .item(active)
      .focus({ preventScroll: true });
  }, [active]);
  useBeforeShortcuts(leave);
  /** Returns false for a key without a meaning here. The page may have one. */
  const press = (event: KeyboardEvent): boolean => {
    const key = pressed(event);
    const digit = digitOf(event) ?? 0;
    if (key === 'Escape' || key === 'Tab') leave();
    else if (key === 'Enter') actOn(active);
    else if (key === 'ArrowDown') setActive(Math.min(active + 1, reasons.length));
    else if (key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else if (key === 'Home') setActive(0);
    else if (key === 'End') setActive(reasons.length);
    else if (hasLetters && key === 'n') actOn(reasons.length);
    else if (hasLetters && digit > 0 && digit <= reasons.length) actOn(digit - 1);
    else return false;
    return true;
  };
  useEffect(() => {
    // After scrolling it would be beside the wrong row.
    window.addEventListener('wheel', close, { passive: true });
    return () => window.removeEventListener('wheel', close);
  }, [close]);
  const closeWithoutFocus = ({ currentTarget, relatedTarget, target }: FocusEvent) => {
    // The window may have lost the focus, and the menu keeps it.
    if (currentTarget.contains(relatedTarget) || document.activeElement === target)
      return;
    close();
  };
  const item = (index: number, keys: string, name: string) => (
    <div
      key={name}
      role="menuitem"
      aria-keyshortcuts={hasLetters ? keys : undefined}
      tabIndex={index === active ? 0 : -1}
      onPointerEnter={() => setActive(index)}
      onClick={() => actOn(index)}
      data-highlighted={index === active || undefined}
      className="flex h-8 cursor-default items-center gap-3 px-4 focus-visible:-outline-offset-2 data-highlighted:bg-highlight pointer-coarse:h-11"
    >
      {hasLetters && (
        <span aria-hidden className="w-2 text-xs text-muted">
          {keys.toUpperCase()}
        </span>
      )}
      {name}
    </div>
  );
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={`Hide ${what}`}
      data-beside-page
      data-bottom-sheet
      style={place}
      onBlur={closeWithoutFocus}
      onKeyDown={(event) => {
        if (event.isDefaultPrevented() || !press(event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      className="fixed z-40 w-80 rounded-md bg-raised py-2 text-ink shadow-float outline-none max-sm:inset-x-0! max-sm:top-auto! max-sm:bottom-0! max-sm:w-full"
    >
      {reasons.map((one, index) => item(index, `${index + 1}`, reasonName(one)))}
      {item(reasons.length, 'n', 'Add a note…')}
    </div>
  );
}

/**
 * Six reasons beside a row or a button, as a menu. A shortcut of the page closes
 * it and acts on the page; a key without a meaning does nothing.
 */
export function useReasons() {
  const [asked, setAsked] = useState<Asked>();
  const noting = useAsked<Omit<Asked, 'anchor'> & { reason: Reason }>();
  const close = useCallback(() => setAsked(undefined), []);
  const { ask: askNote } = noting;
  /** Acts for the reason, or asks for the note that it needs. */
  const choose = useCallback(
    (about: Omit<Asked, 'anchor'>, reason: Reason) => {
      if (needsNote(reason)) askNote({ ...about, reason });
      else about.onChoose({ reason, note: null, privateNote: null });
    },
    [askNote],
  );
  return {
    ask: setAsked,
    choose,
    popover: (
      <>
        {asked && (
          <Reasons
            {...asked}
            key={asked.what}
            onChoose={(reason) => choose(asked, reason)}
            onNote={(reason) => noting.ask({ ...asked, reason })}
            close={close}
          />
        )}
        {noting.draw(({ what, typed, reason, onChoose }, dialog) => (
          <ReasonDialog
            {...dialog}
            title={`Hide ${what}: ${reasonName(reason)}`}
            confirm="Hide"
            given={reason}
            typed={typed}
            onConfirm={(notes) => {
              dialog.onOpenChange();
              onChoose({ ...notes, reason });
            }}
          />
        ))}
      </>
    ),
  };
}
