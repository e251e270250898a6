import { describeUserAgent } from '@namecard/email';

/** The browser and the system a request came from, in words of a fixed vocabulary. */
export type Device = { browser: string; system: string };

export const deviceOf = (userAgent: string | undefined): Device => describeUserAgent(userAgent);
