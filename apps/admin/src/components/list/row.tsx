import { clsx } from 'clsx';
import { exactTime, shortAge } from '../date-time.tsx';
import { Badge } from '../badge.tsx';
import { Checkbox } from '../checkbox.tsx';
import type { RowState } from '../state-list.tsx';
import { RowLink } from './row-link.tsx';

export type RowWords = {
  name: string;
  /** Relative to the app: `profiles/ann`. */
  address: string;
  states: readonly RowState[];
  /** Shown on one line, cut off at its end. */
  text: string | null;
  /** Whether a person wrote it, in a language that nobody knows. */
  isTheirs?: boolean;
  detail?: string | undefined;
  at: string | null;
  isFaded?: boolean;
};

/**
 * Columns on a large screen, two lines on a phone. The first column has the
 * checkbox.
 */
export const rowLayout =
  'grid items-center gap-x-4 pr-4 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:content-center max-md:pl-4 md:grid-cols-[1.5rem_10rem_minmax(0,1fr)_3.5rem] md:gap-x-0 md:pl-4 md:@min-[38rem]:grid-cols-[1.5rem_10rem_minmax(0,1fr)_10rem_3.5rem] md:@min-[48rem]:grid-cols-[1.5rem_12rem_minmax(0,1fr)_10rem_3.5rem]';

const States = ({ states }: { states: readonly RowState[] }) =>
  states.map(({ tone, word, title }) => (
    <span key={word} title={title} className="mr-3 inline-flex shrink-0">
      <Badge tone={tone}>{word}</Badge>
      {title !== undefined && title !== word && (
        <span className="sr-only">: {title}</span>
      )}
    </span>
  ));

/**
 * Properties from the list. They stay the same until the row's place or selection
 * changes, or the row becomes active or inactive.
 */
export type RowProps = {
  index: number;
  tabIndex: 0 | -1;
  isSelected: boolean;
  onSelect: ((index: number, extend: boolean) => void) | undefined;
  onFollow: (index: number) => void;
};

type RowCellsProps = RowProps & { words: RowWords };

export function RowCells(props: RowCellsProps) {
  const { words, index, tabIndex, isSelected, onSelect, onFollow } = props;
  const { name, address, states, text, isTheirs, detail, at, isFaded = false } = words;
  return (
    <>
      <div
        role={onSelect && 'gridcell'}
        className={clsx(
          'flex max-md:hidden pointer-coarse:opacity-100',
          !isSelected &&
            'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100',
        )}
      >
        {onSelect && (
          <Checkbox
            label={`Select ${name}`}
            checked={isSelected}
            tabIndex={tabIndex}
            onCheckedChange={(_, extend) => onSelect(index, extend)}
          />
        )}
      </div>
      <div role="gridcell" className="min-w-0 md:pr-4">
        <RowLink
          translate="no"
          address={address}
          onFollow={() => onFollow(index)}
          tabIndex={-1}
          className={clsx(
            'block truncate after:absolute after:inset-0 md:after:left-10',
            isFaded ? 'text-muted' : 'font-medium text-ink',
          )}
        >
          {name}
        </RowLink>
      </div>
      <div
        role="gridcell"
        className="flex min-w-0 items-center max-md:col-span-2 max-md:row-start-2 md:pr-4"
      >
        <States states={states} />
        <span
          dir="auto"
          lang={isTheirs ? '' : undefined}
          className={clsx(
            'min-w-0 flex-1 truncate text-left',
            isFaded ? 'text-muted' : 'text-soft',
          )}
        >
          {text}
        </span>
      </div>
      <div
        role="gridcell"
        className="truncate pr-4 text-muted max-md:hidden @max-[38rem]:hidden"
      >
        <bdi>{detail}</bdi>
      </div>
      <div role="gridcell" className="text-right text-xs text-muted">
        {at !== null && (
          <time dateTime={at} title={exactTime(at)}>
            {shortAge(at)}
          </time>
        )}
      </div>
    </>
  );
}
