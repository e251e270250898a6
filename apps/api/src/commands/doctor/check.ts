/** What one look found. Where it is not `ok`, the message says what to do. */
export type Check = { name: string; status: 'ok' | 'warn' | 'fail'; message: string };

/** Checks of one name, each with its message. */
export const checksOf = (name: string) => ({
  ok: (message: string): Check => ({ name, status: 'ok', message }),
  warn: (message: string): Check => ({ name, status: 'warn', message }),
  fail: (message: string): Check => ({ name, status: 'fail', message }),
});
