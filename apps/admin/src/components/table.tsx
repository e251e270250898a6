import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The column's width, and its place in the card that a row is on a phone. */
  className?: string;
};

type TableProps<Row> = {
  /** What the table holds, for those who can't see it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowClassName?: (row: Row) => string | false;
};

/**
 * A table whose rows are cards where it is narrow. The roles are written out because a row that is laid out as a grid
 * loses its own.
 */
export function Table<Row>({ caption, columns, rows, rowKey, rowClassName }: TableProps<Row>) {
  return (
    <table role="table" aria-label={caption} className="w-full border-collapse max-md:block">
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row" className="border-b border-line bg-sunken/60">
          {columns.map(({ id, header, className }) => (
            <th
              key={id}
              role="columnheader"
              scope="col"
              className={clsx(
                'h-10 px-3 text-left text-xs font-medium text-muted first:pl-5 last:pr-5',
                className,
              )}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            className={clsx(
              'border-b border-line transition-colors last:border-b-0 hover:bg-sunken/50 max-md:grid max-md:grid-cols-[1fr_auto] max-md:items-center max-md:gap-x-3 max-md:gap-y-2.5 max-md:p-4',
              rowClassName?.(row),
            )}
          >
            {columns.map(({ id, cell, className }) => (
              <td
                key={id}
                role="cell"
                className={clsx('md:h-15 md:px-3 md:first:pl-5 md:last:pr-5', className)}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
