import { useEffect, useRef, useState } from 'react';

/** Milliseconds. */
const pause = 150;

/**
 * The text of a field whose value is kept elsewhere, such as in the address: shown at once, passed on after a pause. A change
 * from outside replaces it; the echo of what was passed on does not.
 */
export function useDebouncedText(value: string, onPause: (text: string) => void) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef<string[]>([]);
  useEffect(() => {
    const echo = sent.current.lastIndexOf(value);
    sent.current.splice(0, echo + 1);
    if (echo === -1) {
      setTyped(value);
    }
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const pass = (text: string) => {
    clearTimeout(timer.current);
    const passed = text.trim() === '' ? '' : text;
    if (passed !== value) {
      sent.current.push(passed);
      onPause(passed);
    }
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => pass(text), pause);
  };
  return {
    typed,
    type,
    /** Passes the text on without waiting. */
    passOn: () => pass(typed),
    clear: () => {
      setTyped('');
      pass('');
    },
  };
}
