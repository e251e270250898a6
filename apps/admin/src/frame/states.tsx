import type { ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { capital } from '../components/capital.ts';
import { Notice } from '../components/notice.tsx';
import { Said } from '../components/said.tsx';
import { textButtonStyle } from '../components/styles.ts';
import { explain } from '../failure.ts';
import { useIsOnline } from './use-is-online.ts';

export type Query<Data> = {
  data: Data | undefined;
  error: unknown;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  refetch: () => Promise<unknown>;
};

type LoadedProps<Data> = {
  query: Query<Data>;
  /** The loaded thing: "the history". */
  what: string;
  children: (data: Data) => ReactNode;
};

/** Shows the data, or one line that says why there is none. */
export function Loaded<Data>({ query, what, children }: LoadedProps<Data>) {
  const { data, error, fetchStatus, refetch } = query;
  if (data !== undefined) {
    return (
      <>
        <Stale query={query} />
        {children(data)}
      </>
    );
  }
  if (error) {
    return (
      <div role="alert">
        <Notice
          title={`${capital(what)} didn’t load`}
          actions={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {explain(error)}
        </Notice>
      </div>
    );
  }
  if (fetchStatus === 'paused') {
    return <Notice title="This loads as soon as there is a connection" />;
  }
  return (
    <p className="px-4 py-2.5 text-muted md:pl-10">
      Loading {what}…
      <Said text={`Loading ${what}…`} />
    </p>
  );
}

/** Says that the data could not be loaded again. Offline the banner does. */
export function Stale({ query: { error, refetch } }: { query: Query<unknown> }) {
  if (!useIsOnline() || !error) return null;
  return (
    <p role="alert" className="px-4 py-2.5 text-pretty text-bad md:pl-10">
      This may be out of date: it could not be loaded again. {explain(error)}{' '}
      <button type="button" onClick={() => void refetch()} className={textButtonStyle}>
        Try again
      </button>
    </p>
  );
}
