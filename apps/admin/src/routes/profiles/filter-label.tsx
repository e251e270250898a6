import { ListFilter } from 'lucide-react';

/** What the button of the filters says. */
export function FilterLabel({ count }: { count: number }) {
  return (
    <>
      <ListFilter aria-hidden size={16} />
      <span>Filter</span>
      {count > 0 && (
        <span className="grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums">
          {count}
          <span className="sr-only"> set</span>
        </span>
      )}
    </>
  );
}
