import type { Deps } from '@namecard/router';

/** What `tracing.ts` gives to a process that it was loaded into before the service; nothing where nothing is traced. */
export const tracing: {
  traced?: NonNullable<Deps['traced']>;
  /** Sends what was not sent yet. */
  end?: () => Promise<void>;
} = {};
