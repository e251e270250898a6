import { useEffect, useRef, useState } from 'react';

const pause = 150;

/**
 * The text of a field whose value lives elsewhere, such as in the URL. The field
 * shows it at once and reports it after a pause. A value from outside replaces
 * the text. A value that the field has reported itself leaves the text as it is.
 */
export function useDebouncedText(value: string, onPause: (text: string) => void) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef<string[]>([]);
  /** A pause may end after a render that its key did not know. */
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
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
    if (passed !== (sent.current.at(-1) ?? latest.current)) {
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
    /** Reports the text without waiting. */
    passOn: () => pass(typed),
    clear: () => {
      setTyped('');
      pass('');
    },
  };
}
