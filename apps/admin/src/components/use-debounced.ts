import { useEffect, useState } from 'react';

/** Follows the value once it has not changed for this many milliseconds. */
export function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debounced;
}
