import { Button } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { explain } from '../failure.ts';
import { namecard } from '../namecard.ts';
import { product } from '../product.ts';
import { useTitle } from '../title.ts';

export function Opening({ offline }: { offline: boolean }) {
  return (
    <main>
      {offline ? (
        <Notice title="You’re offline">
          {product.name} opens as soon as there is a connection.
        </Notice>
      ) : (
        // The same frame that the HTML page has drawn.
        <div className="frame">
          <div className="frame-bar" />
          <p role="status">Opening…</p>
        </div>
      )}
    </main>
  );
}

export function OpeningFailed({
  error,
  onRetry,
}: {
  error: unknown;
  onRetry: () => void;
}) {
  useTitle('Not reachable');
  return (
    <main className="grid min-h-dvh place-items-center">
      <Notice
        title={`${product.name} didn’t open`}
        actions={
          <>
            <Button variant="solid" onClick={onRetry}>
              Try again
            </Button>
            <Button onClick={() => void namecard.forget()}>Sign in again</Button>
          </>
        }
      >
        {explain(error)}
      </Notice>
    </main>
  );
}
