import { describeUserAgent, type Browser, type System } from '@namecard/email';

/** The browser and the system a request came from, in words of a fixed vocabulary. */
export type Device = { browser: Browser; system: System };

export const deviceOf = (userAgent: string | undefined): Device => describeUserAgent(userAgent);
