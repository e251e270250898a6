import { type ReactNode, useEffect, useRef } from 'react';
import { linkStyle } from '../components/styles.ts';

/** Shows something about a person, which the history records. */
export const RecordedButton = ({
  onClick,
  children,
}: {
  onClick: () => void;
  children: ReactNode;
}) => (
  <button
    type="button"
    title="The history records that you read it"
    onClick={onClick}
    className={`${linkStyle} ml-2 pointer-coarse:-my-3 pointer-coarse:py-3`}
  >
    {children}
  </button>
);

/** The answer to such a button. It takes its focus, so that it is said. */
export function Recorded({ children }: { children: ReactNode }) {
  const answer = useRef<HTMLSpanElement>(null);
  useEffect(() => answer.current?.focus(), []);
  return (
    <span ref={answer} tabIndex={-1} translate="no" className="wrap-anywhere">
      {children}
    </span>
  );
}
