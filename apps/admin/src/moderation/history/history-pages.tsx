import type { ComponentProps } from 'react';
import { Skeleton } from '../../components/skeleton.tsx';
import { Paged } from '../../frame/paged.tsx';
import { Loading } from '../../frame/states.tsx';

const rowsWhileLoading = 4;

const loading = (
  <Loading what="the history">
    {Array.from({ length: rowsWhileLoading }, (_, row) => (
      <div
        key={row}
        className="flex gap-3 border-b border-line px-5 py-3.5 last:border-b-0"
      >
        <Skeleton shape="round" className="size-8" />
        <div className="flex-1 space-y-2 pt-1">
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="h-3 w-3/5" />
        </div>
      </div>
    ))}
  </Loading>
);

type HistoryPagesProps<Page> = Omit<
  ComponentProps<typeof Paged<Page>>,
  'what' | 'loading'
>;

/** A part of the history that is read page by page, on demand. */
export const HistoryPages = <Page,>(props: HistoryPagesProps<Page>) => (
  <Paged {...props} what="The history" loading={loading} />
);
