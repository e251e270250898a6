import type { ReactNode } from 'react';

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
    className="ml-2 rounded-md underline underline-offset-3 hover:no-underline pointer-coarse:min-h-11"
  >
    {children}
  </button>
);
