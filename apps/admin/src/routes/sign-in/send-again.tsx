import { useEffect, useState } from 'react';
import { Alert } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { failureOf } from '../../failure.ts';
import { attemptError } from './messages.ts';
import type { Sent } from './steps.tsx';

/**
 * Seconds to wait before the second, third and any later mail. The service mails one code three times within five minutes;
 * after that it makes a new one.
 */
const waits = [30, 60, 240] as const;
const longestWait = 240;

const waitAfter = (times: number) => waits[times - 1] ?? longestWait;

/** Whole seconds left of a wait, counted down on the page. */
function useSecondsLeft(begin: number, wait: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  // The clock may be a tick behind a wait that has just begun.
  return Math.min(wait, Math.max(0, Math.ceil(wait - (now - begin) / 1000)));
}

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

export type Resend = { busy: boolean; error: unknown; run: () => void };

/** Offers to send the mail again, as soon as the service would. */
export function SendAgain({ sent, resend }: { sent: Sent; resend: Resend }) {
  const left = useSecondsLeft(sent.at, waitAfter(sent.times));
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="text-[0.8125rem] text-muted">
          {sent.times > 1
            ? 'Sent again. It may take a minute.'
            : 'Nothing came? Look in spam, too.'}
        </p>
        <Button
          variant="quiet"
          busy={resend.busy}
          disabled={left > 0}
          onClick={resend.run}
          className="-mr-3 tabular-nums"
        >
          {left > 0 ? `Send again in ${clock(left)}` : 'Send again'}
        </Button>
      </div>
      {Boolean(resend.error) && (
        <Alert tone="bad">{attemptError(failureOf(resend.error))}</Alert>
      )}
    </div>
  );
}
