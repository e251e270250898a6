export { addressOf, isOnePlainAddress } from './address.ts';
export { checkPostmark } from './check-postmark.ts';
export { isLoopback } from './loopback.ts';
export { mailboxPage, mailboxScript } from './mailbox-page.ts';
export { isInMailbox, mailboxMailer } from './mailer.ts';
export type {
  Clearance,
  Delivery,
  Mailer,
  Message,
  MisconfiguredReason,
  RefusedReason,
  RetryReason,
} from './mailer.ts';
export { postmarkMailer } from './postmark.ts';
export { parseSmtpUrl } from './smtp-url.ts';
export { checkSmtp, ehloName, smtpMailer } from './smtp.ts';
export { actCodeMail, isCodedAct } from './templates/act-code.ts';
export { type BrakeCode, brakeMail } from './templates/brake.ts';
export { decisionMail, type Decisions } from './templates/decision.ts';
export type { CodedAct, DecisionReason } from './texts/texts.ts';
export { groupLongCode } from './templates/sign-in.ts';
export { invitationMail } from './templates/invitation.ts';
export { listTakenMail } from './templates/list-taken.ts';
export { moveMail, type Letter } from './templates/move.ts';
export { testMail } from './templates/test.ts';
export { webhookOffMail } from './templates/webhook-off.ts';
export { signInMail } from './templates/sign-in.ts';
