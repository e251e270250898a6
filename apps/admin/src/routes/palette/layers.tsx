import { lazy, Suspense, useState } from 'react';
import { useShortcut } from '../../keyboard/use-shortcut.ts';
import { isLayerOpen } from '../../keyboard/where.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const Help = lazy(async () => ({ default: (await import('./help.tsx')).Help }));

type Layer = 'palette' | 'help';

/** Which of the two is open; each is loaded when it is first. */
export function useLayers() {
  const [open, setOpen] = useState<Layer>();
  const [loaded, setLoaded] = useState<readonly Layer[]>([]);
  const show = (layer: Layer) => {
    setLoaded((before) => [...new Set([...before, layer])]);
    setOpen(layer);
  };
  useShortcut({
    keys: 'mod+k',
    label: 'Find anything',
    group: 'Everywhere',
    always: true,
    run: () => {
      if (open === 'palette') {
        setOpen(undefined);
      } else if (!isLayerOpen()) {
        show('palette');
      }
    },
  });
  useShortcut({
    keys: '?',
    label: 'Show the keyboard shortcuts',
    group: 'Everywhere',
    run: () => show('help'),
  });
  return { open, loaded, show, close: () => setOpen(undefined) };
}

/** The command palette and the help, above every page. */
export function Layers({ open, loaded, close }: ReturnType<typeof useLayers>) {
  return (
    <Suspense>
      {loaded.includes('palette') && <Palette open={open === 'palette'} onOpenChange={close} />}
      {loaded.includes('help') && <Help open={open === 'help'} onOpenChange={close} />}
    </Suspense>
  );
}
