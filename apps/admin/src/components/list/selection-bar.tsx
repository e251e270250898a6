import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../icon-button.tsx';
import { mostSelected, type Selection } from './selection.ts';

type SelectionBarProps = {
  selection: Selection;
  children: ReactNode;
};

export function SelectionBar({ selection, children }: SelectionBarProps) {
  const { rows, clear } = selection;
  const isShown = rows.size > 0;
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-30 flex justify-center p-3 max-md:bottom-12">
      <div
        role="region"
        aria-label="Selection"
        data-bottom-bar={isShown || undefined}
        className={
          isShown
            ? 'pointer-events-auto flex flex-wrap items-center gap-2 rounded-md bg-raised py-2 pr-2 pl-4 shadow-float'
            : 'sr-only'
        }
      >
        <p role="status">
          {isShown && `${rows.size} selected`}
          {rows.size >= mostSelected && (
            <span className="block text-xs text-muted">
              At most {mostSelected} at once
            </span>
          )}
        </p>
        {isShown && (
          <>
            <IconButton icon={X} label="Clear the selection" keys="Escape" run={clear} />
            {children}
          </>
        )}
      </div>
    </div>
  );
}
