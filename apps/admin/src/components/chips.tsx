import { X } from 'lucide-react';

export type Chip = { id: string; label: string; onRemove: () => void };

export function Chips({ label, chips }: { label: string; chips: readonly Chip[] }) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1 px-4 py-1.5 md:pl-10">
      {chips.map(({ id, label: text, onRemove }) => (
        <li key={id} className="min-w-0">
          <button
            type="button"
            aria-label={`Remove the filter: ${text}`}
            onClick={onRemove}
            className="-ml-1 flex h-6 max-w-full items-center gap-1 rounded-md px-1 text-xs text-accent-ink hover:bg-sunken pointer-coarse:h-11 pointer-coarse:px-3"
          >
            <span className="truncate">{text}</span>
            <X aria-hidden size={14} className="shrink-0" />
          </button>
        </li>
      ))}
    </ul>
  );
}
