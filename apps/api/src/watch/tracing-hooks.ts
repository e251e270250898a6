import type { Deps } from '@namecard/router';

/** Set by `tracing.ts` if it was loaded first. Empty without tracing. */
export const tracing: {
  traced?: NonNullable<Deps['traced']>;
  /** Sends the remaining spans. */
  end?: () => Promise<void>;
} = {};
