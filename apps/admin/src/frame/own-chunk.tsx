import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { NotLoaded } from './error-pages.tsx';

/**
 * The sign-in, the frame or a page, each in a chunk of its own. `preload` loads it
 * earlier and never rejects. Loading fails offline or after a new version was
 * deployed.
 */
export function ownChunk<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
) {
  let Loaded: ComponentType<Props> | undefined;
  const ready = async () => {
    Loaded ??= await load();
  };
  function OwnChunk(props: Props & { fallback?: ReactNode }) {
    const [state, setState] = useState<'waiting' | 'loaded' | 'failed'>(
      Loaded ? 'loaded' : 'waiting',
    );
    useEffect(() => {
      ready().then(
        () => setState('loaded'),
        () => setState('failed'),
      );
    }, []);
    if (state === 'failed') return <NotLoaded />;
    return state === 'loaded' && Loaded ? <Loaded {...props} /> : props.fallback;
  }
  return Object.assign(OwnChunk, { preload: () => ready().catch(() => undefined) });
}
