import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { toastNotLoaded } from './toast.tsx';

type LazyProps = {
  /** Shows until the part is loaded, and goes on showing where that fails. */
  fallback?: ReactNode;
  /** Whether to load the part, by default true. After a failure a changed value, such as the number of presses, tries again, where the browser does. */
  wanted?: boolean | number;
};

/**
 * A component that is loaded when it is first wanted; `prepare` loads it ahead, and `preload` does so for the router. Where it
 * does not load, for lack of a connection or because a newer version has replaced it, a toast says so and the page goes on
 * without it.
 * @param Failed shows instead of the fallback and the toast, for a component without which there is no page
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
  // Where it fails it is loaded again when it is wanted.
  const preload = (): Promise<void> => ready().catch(() => undefined);
  const prepare = () => void preload();
  return Object.assign(Lazy, { prepare, preload });
}

/** Milliseconds that the page itself has before what its keys may open is loaded. */
const pageFirst = 1_000;

/** Loads a part ahead while it may be wanted, after what the page shows. */
export function usePrepared(part: { prepare: () => void }, mayBeWanted: boolean): void {
  useEffect(() => {
    if (!mayBeWanted) {
      return undefined;
    }
    const timer = setTimeout(part.prepare, pageFirst);
    return () => clearTimeout(timer);
  }, [part, mayBeWanted]);
}
