import { Eye, EyeOff, X } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { mostSelected, type Selection } from './use-selection.ts';

type SelectionBarProps = {
  selection: Selection;
  busy: boolean;
  onHide: () => void;
  onRestore: () => void;
};

/** Actions on the selected rows, at the lower edge of the window while there are any. */
export function SelectionBar({ selection, busy, onHide, onRestore }: SelectionBarProps) {
  const { profiles, clear } = selection;
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-30 flex justify-center p-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:p-5">
      <div
        role="region"
        aria-label="Selection"
        data-bottom-bar={profiles.size > 0 || undefined}
        className={
          profiles.size > 0
            ? 'pointer-events-auto flex w-full max-w-2xl flex-wrap items-center gap-2 rounded-2xl border border-line-strong bg-raised py-2 pr-2 pl-4 shadow-float sm:w-auto'
            : 'sr-only'
        }
      >
        <p role="status" className="mr-auto py-1 pr-3 text-sm">
          {profiles.size > 0 && (
            <>
              <span className="font-semibold tabular-nums">{profiles.size}</span> selected
              {profiles.size >= mostSelected && (
                <span className="block text-xs text-warn">
                  {mostSelected} is the most at once. Act on these, then select the next.
                </span>
              )}
            </>
          )}
        </p>
        {profiles.size > 0 && (
          <>
            <Button variant="solid" disabled={busy} onClick={onHide}>
              <EyeOff aria-hidden size={15} /> <span>Hide…</span>
            </Button>
            <Button busy={busy} onClick={onRestore}>
              <Eye aria-hidden size={15} /> <span>Restore</span>
            </Button>
            <Button
              variant="quiet"
              size="icon"
              aria-label="Clear the selection"
              onClick={clear}
            >
              <X aria-hidden size={17} />
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
