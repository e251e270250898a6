/**
 * The embedded PostgreSQL can't run on this machine or in this directory. The message is one line,
 * fit to be shown by itself: why, and what to set instead. `reason` is the why alone.
 */
export class EmbeddedUnavailable extends Error {
  override readonly name = 'EmbeddedUnavailable';
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    const line = reason.replace(/\s+/g, ' ').trim();
    super(
      `The embedded PostgreSQL can't run: ${line}. Set DATABASE_URL to the address of another PostgreSQL.`,
      options,
    );
    this.reason = line;
  }
}

/** Whatever stopped the start, as the one error that is shown for it; the original is the `cause`. */
export function asUnavailable(error: unknown): EmbeddedUnavailable {
  if (error instanceof EmbeddedUnavailable) return error;
  return new EmbeddedUnavailable(error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}
