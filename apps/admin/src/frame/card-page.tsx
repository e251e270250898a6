import type { ReactNode } from 'react';
import { Wordmark } from './wordmark.tsx';

/** A page of one card, for people who are not signed in or have no access. */
export function CardPage({
  children,
  footer,
}: {
  children: ReactNode;
  footer?: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col items-center bg-[radial-gradient(60rem_32rem_at_50%_-12rem,var(--accent-soft),transparent)] px-4 pt-[max(3rem,12vh)] pb-10">
      <header className="mb-6">
        <Wordmark />
      </header>
      <main className="w-full max-w-104 rounded-2xl border border-line bg-surface p-6 shadow-float sm:p-8">
        {children}
      </main>
      {footer !== undefined && (
        <footer className="mt-6 max-w-96 text-center text-[0.8125rem] text-pretty text-muted">
          {footer}
        </footer>
      )}
    </div>
  );
}
