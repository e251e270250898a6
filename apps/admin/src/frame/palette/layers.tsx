import { useState } from 'react';
import { isLayerOpen, useShortcut } from '../../keyboard.ts';
import { Help } from './help.tsx';
import { Palette } from './palette.tsx';

export function useLayers() {
  const [open, setOpen] = useState<'palette' | 'help'>();
  useShortcut({
    keys: '$mod+k',
    label: 'Find anything',
    group: 'Everywhere',
    always: true,
    run: () => {
      // Pressed again it stays open: what is typed next is meant for it.
      if (!isLayerOpen()) setOpen('palette');
    },
  });
  useShortcut({
    keys: '?',
    label: 'Show the keyboard shortcuts',
    group: 'Everywhere',
    run: () => setOpen('help'),
  });
  return { open, show: setOpen, close: () => setOpen(undefined) };
}

export const Layers = ({ open, close }: ReturnType<typeof useLayers>) => (
  <>
    <Palette open={open === 'palette'} onOpenChange={close} />
    <Help open={open === 'help'} onOpenChange={close} />
  </>
);
