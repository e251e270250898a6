import { useState, type ComponentType } from 'react';
import { toastNotLoaded } from './toast.tsx';

/**
 * A part of the page that comes once it is wanted, so that who never wants it does not wait for it. `prepare` has it ready
 * for who is about to; `want` shows it, or says that it did not load, and can be asked again.
 */
export function useOnDemand<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  const prepare = () => {
    load().catch(() => undefined);
  };
  const want = () => {
    load().then((part) => setPart(() => part), toastNotLoaded);
  };
  return { Part, prepare, want };
}
