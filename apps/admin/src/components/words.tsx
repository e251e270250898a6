import { clsx } from 'clsx';

type WordsProps = { className?: string; children: string };

/** A text that a person wrote, in a language that nobody knows. */
export const Words = ({ className, children }: WordsProps) => (
  <p
    dir="auto"
    lang=""
    className={clsx('overflow-clip wrap-anywhere whitespace-pre-wrap', className)}
  >
    {children}
  </p>
);
