import { clsx } from 'clsx';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
} from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { Textarea } from '../components/textarea.tsx';
import { pressed } from '../keyboard.ts';
import { createStore } from '../store.ts';
import { reasonName, reasons, type Explanation, type Reason } from './reasons.ts';

type Asked = {
  /** "ann", "12 profiles". */
  what: string;
  /** The element beside it, which gets the focus back. */
  anchor: Element;
  onChoose: (explanation: Explanation) => void;
};

/** Offered first next time, because moderators often repeat a reason. */
const lastReason = createStore<Reason>('spam');

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

const noteOf = (text: string) => text.trim() || null;

function focusOn(element: Element): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

type PopoverProps = Asked & { close: () => void };

function Reasons({ what, anchor, onChoose, close }: PopoverProps) {
  const popover = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(() => reasons.indexOf(lastReason.get()));
  const [hasNotes, setHasNotes] = useState(false);
  const [note, setNote] = useState('');
  const [privateNote, setPrivateNote] = useState('');
  const [place] = useState(() => placeAt(anchor));
  const leave = () => {
    flushSync(close);
    focusOn(anchor);
  };
  const choose = (index: number) => {
    const reason = reasons[index] ?? 'other';
    lastReason.set(reason);
    leave();
    onChoose({ reason, note: noteOf(note), privateNote: noteOf(privateNote) });
  };
  useLayoutEffect(() => {
    popover.current
      ?.querySelectorAll<HTMLElement>('[data-reason]')
      .item(active)
      .focus({ preventScroll: true });
  }, [active]);
  useEffect(() => {
    if (hasNotes) popover.current?.querySelector('textarea')?.focus();
  }, [hasNotes]);
  /** Returns false if the page should handle the key. */
  const press = (event: KeyboardEvent): boolean => {
    const key = pressed(event) ?? '';
    const isInText = event.target instanceof HTMLTextAreaElement;
    if (key === 'Escape') leave();
    else if (key === 'Enter' && (event.ctrlKey || event.metaKey)) choose(active);
    else if (isInText) return false;
    else if (/^[1-6]$/.test(key)) choose(Number(key) - 1);
    else if (key === 'ArrowDown') setActive(Math.min(active + 1, reasons.length - 1));
    else if (key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else if (key === 'n') setHasNotes(true);
    else if (key === 'Enter' && event.target instanceof HTMLButtonElement)
      event.target.click();
    else return false;
    return true;
  };
  const take = useEffectEvent((event: KeyboardEvent) => {
    const key = pressed(event);
    const isOwn = popover.current?.contains(document.activeElement) ?? false;
    if (key === undefined || /^(Shift|Control|Alt|Meta|Tab)$/.test(key)) return;
    if (isOwn && press(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (!(event.target instanceof HTMLTextAreaElement) && key !== ' ') {
      // The page handles this key, so the reasons close without a decision.
      leave();
    }
  });
  const leaveByPointer = useEffectEvent((event: PointerEvent) => {
    if (event.target instanceof Node && !popover.current?.contains(event.target)) close();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => take(event);
    const onPointer = (event: PointerEvent) => leaveByPointer(event);
    window.addEventListener('keydown', onKey, { capture: true });
    window.addEventListener('pointerdown', onPointer, { capture: true });
    // After scrolling it would be beside the wrong row.
    window.addEventListener('wheel', close, { passive: true });
    return () => {
      window.removeEventListener('wheel', close);
      window.removeEventListener('keydown', onKey, { capture: true });
      window.removeEventListener('pointerdown', onPointer, { capture: true });
    };
  }, []);
  return (
    <div
      ref={popover}
      role="dialog"
      aria-modal="false"
      aria-label={`Hide ${what}`}
      data-bottom-sheet
      style={place}
      className="fixed z-40 w-80 rounded-md bg-raised py-2 text-ink shadow-float max-sm:inset-x-0! max-sm:top-auto! max-sm:bottom-0! max-sm:w-full"
    >
      {reasons.map((reason, index) => (
        <button
          key={reason}
          type="button"
          data-reason
          tabIndex={index === active ? 0 : -1}
          onPointerEnter={() => setActive(index)}
          onClick={() => choose(index)}
          className={clsx(
            'flex h-8 w-full items-center gap-3 px-4 text-left outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 pointer-coarse:h-11',
            index === active && 'bg-highlight',
          )}
        >
          <span aria-hidden className="w-2 text-xs text-muted">
            {index + 1}
          </span>
          {reasonName(reason)}
        </button>
      ))}
      {hasNotes ? (
        <div className="flex flex-col gap-3 px-4 pt-3 pb-2">
          <Field label="Note for the owner">
            <Textarea value={note} onValueChange={setNote} maxLength={500} />
          </Field>
          <Field label="Private note">
            <Textarea
              value={privateNote}
              onValueChange={setPrivateNote}
              maxLength={2_000}
            />
          </Field>
          <Button onClick={() => choose(active)}>Hide</Button>
        </div>
      ) : (
        <button
          type="button"
          onClick={() => setHasNotes(true)}
          className="flex h-8 w-full items-center gap-3 px-4 text-left text-muted hover:text-ink pointer-coarse:h-11"
        >
          <span aria-hidden className="w-2 text-xs">
            N
          </span>
          Add a note
        </button>
      )}
    </div>
  );
}

/**
 * Six reasons beside a row or a button. Any other key closes them and goes to the
 * page.
 */
export function useReasons() {
  const [asked, setAsked] = useState<Asked>();
  return {
    ask: setAsked,
    popover: asked && (
      <Reasons {...asked} close={() => setAsked(undefined)} key={asked.what} />
    ),
  };
}
