import { useEffect, useRef, type RefObject } from 'react';

/** A ref for a field. Each new error of its own selects its text, ready to be typed over. */
export function useSelectOnError(
  error: unknown,
  isOwn: boolean,
): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOwn) {
      field.current?.select();
    }
  }, [error, isOwn]);
  return field;
}
