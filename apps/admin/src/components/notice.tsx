import { type ReactNode, use } from 'react';
import { Said } from './said.tsx';
import { Level } from './section.tsx';

type NoticeProps = {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
};

/** Replaces the content of a list or page: says why there is none and what to do. */
export function Notice({ title, children, actions }: NoticeProps) {
  const Heading = use(Level);
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-2.5 md:pl-10">
      <Heading className="font-medium text-ink">{title}</Heading>
      <Said text={title} />
      {children !== undefined && (
        <div className="max-w-prose text-pretty wrap-anywhere text-muted">{children}</div>
      )}
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
