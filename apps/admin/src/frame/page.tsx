import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { SearchField, type SearchFieldProps } from '../components/search-field.tsx';
import { useTitle } from '../title.ts';
import { goToRows } from './list.tsx';
import { useHasCase } from './use-has-case.ts';

const bar =
  'sticky top-0 z-20 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-surface px-4 py-1 md:pl-10';

type ListPageProps = {
  title: string;
  tabs?: ReactNode;
  search?: Omit<SearchFieldProps, 'onLeave'>;
  /** Buttons: the filter, new rows. */
  controls?: ReactNode;
  /** The active filters, below the bar. */
  chips?: ReactNode;
  /**
   * The case of the focused row; undefined without a focused row. Shown only if
   * there is room.
   */
  drawCase?: () => ReactNode;
  /**
   * Whether the case is above the list if there is no room beside it, because it
   * has no page of its own.
   */
  isCaseAbove?: boolean;
  children: ReactNode;
};

/** A page with a list and the case beside it. */
export function ListPage(props: ListPageProps) {
  const { title, tabs, search, controls, chips, children } = props;
  const { drawCase, isCaseAbove = false } = props;
  useTitle(title);
  const hasCase = useHasCase() && drawCase !== undefined;
  return (
    <div
      className={clsx(
        hasCase &&
          'grid grid-cols-[minmax(0,1fr)_25rem] 2xl:grid-cols-[minmax(0,1fr)_32rem]',
      )}
    >
      <div className="min-w-0">
        <div className={bar}>
          <h1 className="text-base font-semibold">{title}</h1>
          {tabs}
          <div className="ml-auto flex min-w-0 items-center gap-2 max-md:order-last max-md:basis-full md:basis-72">
            {search && <SearchField {...search} onLeave={goToRows} />}
          </div>
          {controls !== undefined && (
            <div className="flex items-center gap-2 max-md:ml-auto">{controls}</div>
          )}
        </div>
        {chips}
        {isCaseAbove && !hasCase && drawCase?.()}
        {children}
      </div>
      {hasCase && (
        <aside
          aria-label="Case"
          className="sticky top-0 h-dvh overflow-y-auto border-l border-line"
        >
          {drawCase()}
        </aside>
      )}
    </div>
  );
}

type CaseViewProps = {
  /** The name of its subject. */
  name: string;
  /** The heading, if it differs from the name. Beside a list its level is h2. */
  title?: string;
  heading?: 'h1' | 'h2';
  bar: ReactNode;
  children: ReactNode;
};

/** A case: buttons, a heading and the details. */
export const CaseView = ({
  name,
  title,
  heading: Heading = 'h2',
  bar: buttons,
  children,
}: CaseViewProps) => (
  <article aria-label={name}>
    <div className="sticky top-0 z-10 flex min-h-11 flex-wrap items-center gap-2 bg-surface px-6 py-1 empty:hidden max-md:px-4">
      {buttons}
    </div>
    <div className="px-6 pt-2 pb-10 max-md:px-4">
      <Heading
        tabIndex={-1}
        data-case-heading
        // Names must not be translated, titles may be.
        {...(title === undefined && { translate: 'no' })}
        className="overflow-clip rounded-md text-lg font-semibold wrap-anywhere"
      >
        {title ?? name}
      </Heading>
      {children}
    </div>
  </article>
);

type CasePageProps = Pick<LinkProps, 'to' | 'search'> & {
  /** The URL of its list. */
  back: string;
  /** Links to the next and previous item. */
  steps?: ReactNode;
  children: ReactNode;
};

/** A page of one case. */
export const CasePage = ({ back, steps, children, ...link }: CasePageProps) => (
  <>
    <nav aria-label={back} className={bar}>
      <Link
        {...link}
        activeOptions={{ exact: true }}
        className="inline-flex items-center gap-1.5 rounded-md text-sm text-muted hover:text-ink pointer-coarse:min-h-11"
      >
        <ArrowLeft aria-hidden size={14} /> {back}
      </Link>
      {steps !== undefined && <div className="ml-auto flex gap-1">{steps}</div>}
    </nav>
    <div className="max-w-3xl md:px-4">{children}</div>
  </>
);
