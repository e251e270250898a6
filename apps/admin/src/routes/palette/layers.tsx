import { Suspense, useState } from 'react';
import { useShortcut } from '../../keyboard/use-shortcut.ts';
import { isLayerOpen } from '../../keyboard/where.ts';
import { lazily } from '../lazily.ts';
import { useRefusals } from '../moderation/refusals.ts';

// Each is loaded when it is first needed: none of them is, for most of whoever opens the app.
const Palette = lazily(async () => (await import('./palette.tsx')).Palette);
const Help = lazily(async () => (await import('./help.tsx')).Help);
const RefusalsDialog = lazily(
  async () => (await import('../moderation/refusals-dialog.tsx')).RefusalsDialog,
);

type Layer = 'palette' | 'help';

/** Which of palette and help is open, and which were by now. */
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

/** What opens above every page: the command palette, the help, and what is told of acts that were refused in part. */
export function Layers({ open, loaded, close }: ReturnType<typeof useLayers>) {
  const { refusals } = useRefusals();
  return (
    <Suspense>
      {refusals && <RefusalsDialog />}
      {loaded.includes('palette') && <Palette open={open === 'palette'} onOpenChange={close} />}
      {loaded.includes('help') && <Help open={open === 'help'} onOpenChange={close} />}
    </Suspense>
  );
}
