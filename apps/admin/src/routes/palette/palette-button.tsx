import { Search } from 'lucide-react';
import { Kbd } from '../../components/kbd.tsx';

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
        <Kbd keys="mod+k" />
      </span>
    </button>
  );
}
