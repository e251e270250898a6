const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  // Shutting down, crashed, starting (PostgreSQL's manual, appendix A).
  '57P01',
  '57P02',
  '57P03',
]);

/** Another try may then succeed. */
export function isStartingOrStopping(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  if (typeof code === 'string') return codes.has(code) || code.startsWith('08');
  return /Connection terminated|not queryable|timeout expired/.test(error.message);
}
