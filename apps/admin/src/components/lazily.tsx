import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { toastNotLoaded } from './toast.tsx';

type LazyProps = {
  /** What stands in its place until it is loaded, and stays there where loading fails. */
  fallback?: ReactNode;
  /** Whether to load it. Where that failed, another value that is neither false nor 0 tries again. */
  wanted?: boolean | number;
};

/**
 * A part of the page that is loaded when it is first wanted: when it is drawn, or else as `wanted` says. `prepare` loads it
 * for somebody who is about to want it. Where it does not load, for lack of a connection or because a newer version has
 * replaced it, a toast says so and the page goes on without.
 * @param Failed takes the place of the part and of the toast, for a part without which there is no page
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
  const prepare = (): void => {
    // Where it fails it is loaded again when it is wanted.
    ready().catch(() => undefined);
  };
  return Object.assign(Lazy, { prepare });
}
