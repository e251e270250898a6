import { useEffect, useRef, useState, type RefObject } from 'react';

/** A ref for an element, and whether more is in it than fits its height. */
export function useClipped(): [RefObject<HTMLParagraphElement | null>, boolean] {
  const element = useRef<HTMLParagraphElement>(null);
  const [clipped, setClipped] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current) {
      return undefined;
    }
    const observer = new ResizeObserver(() =>
      setClipped(current.scrollHeight > current.clientHeight),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, clipped];
}
