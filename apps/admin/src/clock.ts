/** Milliseconds that the service's clock is ahead of the browser's. */
let ahead = 0;

/**
 * Milliseconds. `Date` headers have whole seconds and arrive late, so smaller
 * differences mean nothing.
 */
const tolerance = 2_000;

/** The service's present time, even if the browser's clock is wrong. */
export const now = (): number => Date.now() + ahead;

/** Compares the clocks by an answer's `Date` header. */
export function readClock({ headers }: Pick<Response, 'headers'>): void {
  const measured = Date.parse(headers.get('date') ?? '') + 500 - Date.now();
  if (Math.abs(measured - ahead) > tolerance) {
    ahead = measured;
  }
}
