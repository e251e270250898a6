import { Button } from '../../../components/button.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { explain, failureOf } from '../../../failure.ts';

type ListEndProps = {
  rowCount: number;
  hasMore: boolean;
  isLoading: boolean;
  /** Why more did not load; null where it did. */
  error: unknown;
  onRetry: () => void;
};

const number = new Intl.NumberFormat('en');

/** Shows below the last loaded row. */
export function ListEnd({ rowCount, hasMore, isLoading, error, onRetry }: ListEndProps) {
  if (error !== null && !isLoading) {
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center justify-center gap-3 px-5 py-4"
      >
        <p className="text-sm text-pretty text-bad">
          More profiles didn’t load. {explain(failureOf(error))}
        </p>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    );
  }
  return (
    <p className="flex h-12 items-center justify-center gap-2 text-[0.8125rem] text-muted">
      {hasMore ? (
        <>{isLoading && <Spinner />} Loading more…</>
      ) : (
        `End of the list: ${number.format(rowCount)} ${rowCount === 1 ? 'profile' : 'profiles'}`
      )}
    </p>
  );
}
