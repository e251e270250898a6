import { Search } from 'lucide-react';
import { useState } from 'react';
import { Kbd } from '../../components/kbd.tsx';
import { lazily } from '../../components/lazily.tsx';
import { isLayerOpen, useShortcut } from '../../keyboard.ts';

const Palette = lazily(async () => (await import('./palette.tsx')).Palette);
const Help = lazily(async () => (await import('./help.tsx')).Help);

export function useLayers() {
  const [open, setOpen] = useState<'palette' | 'help'>();
  useShortcut({
    keys: '$mod+k',
    label: 'Find anything',
    group: 'Everywhere',
    always: true,
    run: () => {
      if (open === 'palette') {
        setOpen(undefined);
      } else if (!isLayerOpen()) {
        setOpen('palette');
      }
    },
  });
  useShortcut({
    keys: '[Shift]+?',
    label: 'Show the keyboard shortcuts',
    group: 'Everywhere',
    run: () => setOpen('help'),
  });
  return { open, show: setOpen, close: () => setOpen(undefined) };
}

/** What opens above every page: the command palette and the help. */
export function Layers({ open, close }: ReturnType<typeof useLayers>) {
  const palette = open === 'palette';
  const help = open === 'help';
  return (
    <>
      <Palette wanted={palette} open={palette} onOpenChange={close} />
      <Help wanted={help} open={help} onOpenChange={close} />
    </>
  );
}

/** Opens the command palette for whoever does not know its keys. */
export function PaletteButton({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="flex h-9 items-center gap-2 rounded-lg border border-line-strong bg-surface px-2.5 text-[0.8125rem] text-muted shadow-card transition-colors hover:border-outline hover:text-ink lg:w-56 pointer-coarse:h-11 pointer-coarse:max-lg:w-11 pointer-coarse:max-lg:justify-center"
    >
      <Search aria-hidden size={16} className="shrink-0" />
      <span className="flex-1 text-left max-lg:sr-only">Find anything</span>
      <span aria-hidden className="max-lg:hidden">
        <Kbd keys="$mod+k" />
      </span>
    </button>
  );
}
