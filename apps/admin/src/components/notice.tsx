import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type NoticeProps = {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  /** Whether it is the page's only content. */
  isPage?: boolean;
  actions?: ReactNode;
};

/** Says why there is no content, and what to do. */
export function Notice({
  icon: Icon,
  title,
  children,
  isPage = false,
  actions,
}: NoticeProps) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className="flex flex-col items-center px-6 py-16 text-center sm:py-20">
      <span className="mb-4 grid size-12 place-items-center rounded-xl border border-line bg-sunken text-muted">
        <Icon aria-hidden size={22} strokeWidth={1.75} />
      </span>
      <Heading className="text-base font-semibold text-ink">{title}</Heading>
      <div className="mt-1 max-w-sm text-sm text-pretty text-muted">{children}</div>
      {actions !== undefined && (
        <div className="mt-5 flex flex-wrap gap-2">{actions}</div>
      )}
    </div>
  );
}
