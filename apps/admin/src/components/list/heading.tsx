import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';

/** A heading within a list. Its button folds what is below. */
export type Heading = {
  name: string;
  count: string;
  isFolded: boolean;
  toggle: () => void;
};

export const HeadingButton = ({ name, count, isFolded, toggle }: Heading) => (
  <button
    type="button"
    aria-expanded={!isFolded}
    onClick={toggle}
    className="inline-flex h-7 items-center gap-1.5 rounded-md text-xs font-medium text-muted hover:text-ink md:-ml-5 pointer-coarse:h-11"
  >
    <ChevronDown aria-hidden size={14} className={clsx(isFolded && '-rotate-90')} />
    {name} <span className="font-normal">{count}</span>
  </button>
);

type HeadingRowProps = { heading: Heading; span: number; height: number };

export const HeadingRow = ({ heading, span, height }: HeadingRowProps) => (
  <div role="row" style={{ height }} className="content-end px-4 md:pl-10">
    <span role="gridcell" aria-colspan={span}>
      <HeadingButton {...heading} />
    </span>
  </div>
);
