import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { toastNotLoaded } from './toast.tsx';

type LazyProps = {
  /** Shown until the part is loaded, also if loading fails. */
  fallback?: ReactNode;
  /**
   * Whether to load the part (default true). After a failure, a new value such as
   * another number of presses tries again.
   */
  wanted?: boolean | number;
};

/**
 * A component whose code is loaded when `wanted`. `prepare` loads it earlier;
 * `preload` does so for the router. Loading fails offline or after a new version
 * was deployed. Then a toast says so and the page continues without the part.
 * @param Failed replaces the fallback and the toast, for a component that is the
 * whole page
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failed?: ComponentType,
) {
  let loaded: ComponentType<Props> | undefined;
  const ready = async () => {
    loaded ??= await load();
  };
  function Lazy(props: Props & LazyProps) {
    const { fallback = null, wanted = true } = props;
    const [state, setState] = useState(wanted && loaded ? 'loaded' : 'waiting');
    useEffect(() => {
      if (wanted) {
        ready().then(
          () => setState('loaded'),
          () => (Failed ? setState('failed') : toastNotLoaded()),
        );
      }
    }, [wanted]);
    if (state === 'failed' && Failed) {
      return <Failed />;
    }
    const Part = state === 'loaded' ? loaded : undefined;
    return Part ? <Part {...props} /> : fallback;
  }
  // After a failure it is loaded again when wanted.
  const preload = (): Promise<void> => ready().catch(() => undefined);
  const prepare = () => void preload();
  return Object.assign(Lazy, { prepare, preload });
}

/** Milliseconds that the page itself has before its prepared parts are loaded. */
const pageFirst = 1_000;

/** Loads a part early, after the page itself. */
export function usePrepared(part: { prepare: () => void }, mayBeWanted: boolean): void {
  useEffect(() => {
    if (!mayBeWanted) {
      return undefined;
    }
    const timer = setTimeout(part.prepare, pageFirst);
    return () => clearTimeout(timer);
  }, [part, mayBeWanted]);
}
