import type { Telemetry } from '@namecard/router';

/*
 * Problem: clients that were refused together also come back together.
 *
 * Plan: tell each client a random wait. The more clients were refused lately, the
 * longer the waits.
 *
 * Price: some clients wait longer than the overload lasts, up to a minute.
 */

/** Milliseconds in which past refusals lose half their weight. */
const halfLife = 2_000;

/** Refused clients that may come back in one second. */
const perSecond = 50;

/** The longest `Retry-After`, in seconds. */
const longest = 60;

/** Reports a refusal because of load. Returns the seconds for `Retry-After`. */
export type Shed = (limit: 'share_of_work' | 'capacity' | 'memory') => number;

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
