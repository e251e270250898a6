import { X } from 'lucide-react';

export type Chip = { id: string; label: string; onRemove: () => void };

export function Chips({ label, chips }: { label: string; chips: readonly Chip[] }) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {chips.map(({ id, label: text, onRemove }) => (
        <li key={id} className="min-w-0">
          <button
            type="button"
            aria-label={`Remove the filter: ${text}`}
            onClick={onRemove}
            className="flex h-7 max-w-full items-center gap-1.5 rounded-full bg-accent-soft pr-1.5 pl-3 text-[0.8125rem] font-medium text-accent-ink transition-colors hover:bg-accent hover:text-on-accent pointer-coarse:h-11 pointer-coarse:pl-4"
          >
            <span className="truncate">{text}</span>
            <X aria-hidden size={14} className="shrink-0" />
          </button>
        </li>
      ))}
    </ul>
  );
}
