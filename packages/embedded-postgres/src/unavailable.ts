/** The message is one line that stands alone; `reason` leaves out what to do. */
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

/** Wraps any error of a start; the original is the `cause`. */
export function asUnavailable(error: unknown): EmbeddedUnavailable {
  if (error instanceof EmbeddedUnavailable) return error;
  return new EmbeddedUnavailable(error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}
