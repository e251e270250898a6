/** Milliseconds by which the service's clock is ahead of this browser's. */
let ahead = 0;

/** Answers say their time in whole seconds and are under way for a while: nearer than this the two clocks agree. */
const tolerance = 2_000;

/** The present by the service's clock, whatever this browser's says. */
export const now = (): number => Date.now() + ahead;

/** Learns the service's time from the `Date` of an answer. */
export function readClock({ headers }: Pick<Response, 'headers'>): void {
  const measured = Date.parse(headers.get('date') ?? '') + 500 - Date.now();
  if (Math.abs(measured - ahead) > tolerance) {
    ahead = measured;
  }
}
