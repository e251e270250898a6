import { type ReactNode, useEffect, useRef } from 'react';
import { textButtonStyle } from '../components/styles.ts';

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
    className={`${textButtonStyle} ml-2`}
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
