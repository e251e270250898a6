import { clsx } from 'clsx';
import { useId, useState } from 'react';

/** Characters that surely fit into what shows at first. */
const fits = 56;

/** A profile's own words, two lines of them until asked for more. */
export function About({ text }: { text: string | null }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  if (text === null) {
    return <p className="text-[0.8125rem] leading-5 text-muted italic">No about text</p>;
  }
  const long = text.length > fits || text.includes('\n');
  return (
    <>
      <p
        id={id}
        dir="auto"
        className={clsx(
          'text-left text-[0.8125rem] leading-5 wrap-anywhere text-muted',
          open ? 'whitespace-pre-wrap' : 'line-clamp-2',
        )}
      >
        {text}
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="-mx-1 rounded-sm px-1 py-0.5 text-xs font-medium text-accent-ink hover:underline pointer-coarse:py-2"
        >
          {open ? 'Less' : 'More'}
        </button>
      )}
    </>
  );
}
