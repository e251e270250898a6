import type { ReactNode } from 'react';
import { Wordmark } from './wordmark.tsx';

export function CardPage({
  children,
  footer,
}: {
  children: ReactNode;
  footer?: ReactNode;
}) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-88 flex-col px-4 pt-[max(3rem,16vh)] pb-10">
      <header className="mb-6">
        <Wordmark />
      </header>
      <main className="w-full">{children}</main>
      {footer !== undefined && (
        <footer className="mt-8 text-xs text-pretty text-muted">{footer}</footer>
      )}
    </div>
  );
}
