import { useEffect, useRef, useState } from 'react';

/** Milliseconds without a key after which what was typed counts. */
const pause = 150;

/**
 * What is typed into a field whose value is kept elsewhere, such as in the address: shown at once, handed on after a pause. A
 * change from outside replaces it; the echo of one's own doesn't.
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
    if (text.trim() !== value) {
      sent.current.push(text.trim());
      onPause(text.trim());
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
    /** Hands on what was typed without waiting. */
    passOn: () => pass(typed),
    clear: () => {
      setTyped('');
      pass('');
    },
  };
}
