import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { useClipped } from '../../components/use-clipped.ts';

/** A profile's own words, two lines of them until asked for more. */
function Words({ text }: { text: string }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [paragraph, clipped] = useClipped();
  return (
    <>
      <p
        ref={paragraph}
        id={id}
        dir="auto"
        className={clsx(
          'text-left text-[0.8125rem] leading-5 wrap-anywhere text-muted',
          open ? 'whitespace-pre-wrap' : 'line-clamp-2',
        )}
      >
        {text}
      </p>
      {(clipped || open) && (
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

/** A profile's about text, or that there is none. */
export function About({ text }: { text: string | null }) {
  return text === null ? (
    <p className="text-[0.8125rem] leading-5 text-muted italic">No about text</p>
  ) : (
    <Words text={text} />
  );
}
