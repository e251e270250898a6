import { use, type ReactNode } from 'react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { Level } from '../components/section.tsx';
import { type RowState, StateList } from '../components/state-list.tsx';

export const barStyle =
  'sticky top-0 z-20 short:static flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-surface px-4 py-1 md:pl-10';

export const caseHeading = 'case';

type CaseViewProps = {
  name: string;
  title?: string;
  bar: ReactNode;
  states?: readonly RowState[];
  children: ReactNode;
};

export function CaseView({ name, title, bar, states = [], children }: CaseViewProps) {
  const Heading = use(Level);
  return (
    <article aria-label={name}>
      <div className="sticky top-0 z-10 short:static flex min-h-11 flex-wrap items-center gap-1 bg-surface px-6 py-1 empty:hidden max-md:px-4 max-md:[&_:is(a,button)]:px-2!">
        {bar}
      </div>
      <div className="px-6 pt-2 pb-10 max-md:px-4">
        <Heading
          tabIndex={-1}
          id={caseHeading}
          // Names must not be translated, titles may be.
          {...(title === undefined && { translate: 'no' })}
          className="scroll-mt-28 overflow-clip rounded-md text-lg font-semibold wrap-anywhere"
        >
          {title ?? name}
        </Heading>
        <StateList states={states} />
        <Level value={Heading === 'h1' ? 'h2' : 'h3'}>{children}</Level>
      </div>
    </article>
  );
}

type CasePageProps = Pick<LinkProps, 'to' | 'search'> & {
  /** The URL of its list. */
  back: string;
  steps?: ReactNode;
  children: ReactNode;
};

export const CasePage = ({ back, steps, children, ...link }: CasePageProps) => (
  <>
    <nav aria-label={back} className={barStyle}>
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
