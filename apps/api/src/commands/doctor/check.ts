/** One result. Unless the status is `ok`, the message says what to do. */
export type Check = { name: string; status: 'ok' | 'warn' | 'fail'; message: string };

export const checksOf = (name: string) => ({
  ok: (message: string): Check => ({ name, status: 'ok', message }),
  warn: (message: string): Check => ({ name, status: 'warn', message }),
  fail: (message: string): Check => ({ name, status: 'fail', message }),
});
