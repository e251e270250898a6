import { useEffect, useRef, type RefObject } from 'react';

/**
 * A ref for a field. Each new error selects the field's text, so that typing
 * replaces it.
 */
export function useSelectOnError(error: unknown): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error !== undefined) field.current?.select();
  }, [error]);
  return field;
}
