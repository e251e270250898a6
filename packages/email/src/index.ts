export { parseApiAddress } from './api-address.ts';
export type { ApiAddress } from './api-address.ts';
export { mailboxMailer } from './mailbox.ts';
export type {
  Delivery,
  Mailer,
  Message,
  MisconfiguredReason,
  RefusedReason,
  RetryReason,
} from './mailer.ts';
export { postmarkMailer } from './postmark.ts';
export type { PostmarkOptions } from './postmark.ts';
