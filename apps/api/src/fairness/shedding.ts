import type { Telemetry } from '@namecard/router';

/** Milliseconds after which a refusal counts half. */
const halfLife = 2_000;

/** Refused clients that may come back within one second. */
const perSecond = 50;

/** Seconds that a client is asked to stay away, at most. */
const longest = 60;

/** Reports that a request is refused because too much is asked, and gives the seconds for `Retry-After`. */
export type Shed = (limit: 'share_of_work' | 'capacity' | 'memory') => number;

/** The more are refused, the longer and more different the waits they are given, so that they never come back all at once. */
export function createShedding(telemetry: Telemetry): Shed {
  let recent = 0;
  let at = 0;
  return (limit) => {
    const now = performance.now();
    recent = recent * 2 ** ((at - now) / halfLife) + 1;
    at = now;
    telemetry.count('shed_requests');
    telemetry.limited(limit);
    return 1 + Math.floor(Math.random() * Math.min(longest, recent / perSecond));
  };
}
