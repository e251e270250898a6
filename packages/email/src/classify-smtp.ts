import { secondsWhenLimitedWithoutAHint } from './classify.ts';
import type { Delivery } from './mailer.ts';

export type SmtpStep = 'greeting' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA';

export type SmtpEnding =
  | { kind: 'taken'; messageId: string }
  | { kind: 'timed_out' }
  | { kind: 'lost' }
  /** The message was sent whole. */
  | { kind: 'unanswered' }
  /** `reply` is Node's code, such as `CERT_HAS_EXPIRED`, if it has one. */
  | { kind: 'insecure'; reply: string }
  | { kind: 'unauthenticated' }
  | { kind: 'replied'; step: SmtpStep; reply: string };

/** Only the reply to the whole message is a success. */
export function classifySmtp(ending: SmtpEnding): Delivery {
  switch (ending.kind) {
    case 'taken':
      return { outcome: 'sent', messageId: ending.messageId };
    case 'timed_out':
      return { outcome: 'retry', reason: 'timed_out' };
    case 'lost':
      return { outcome: 'retry', reason: 'connection_failed' };
    case 'unanswered':
      return { outcome: 'retry', reason: 'unanswered' };
    case 'insecure':
      return { outcome: 'misconfigured', reason: 'connection_insecure' };
    case 'unauthenticated':
      return { outcome: 'misconfigured', reason: 'credentials_rejected' };
    case 'replied':
      return classifyReply(ending.step, ending.reply);
  }
}

/** Code and optional enhanced status code (RFC 5321, 4.2; RFC 3463). */
const replyShape = /^([45]\d\d)(?:[ -](\d\.\d{1,3}\.\d{1,3}))?/;

function classifyReply(step: SmtpStep, reply: string): Delivery {
  const [, digits, status = ''] = replyShape.exec(reply) ?? [];
  if (digits === undefined) return { outcome: 'retry', reason: 'answer_malformed' };
  const code = Number(digits);
  if (refusesGreeting(step, code, reply)) {
    return { outcome: 'misconfigured', reason: 'greeting_refused', code };
  }
  if (code >= 500) return classifyRefusal(step, code, status);
  return isThrottled(step, code, status)
    ? {
        outcome: 'retry',
        reason: 'rate_limited',
        afterSeconds: secondsWhenLimitedWithoutAHint,
      }
    : { outcome: 'retry', reason: 'provider_failed' };
}

/** Postfix's text, usually at the first recipient. No address has a space. */
const helloRejected = /\s(?:helo|ehlo) command rejected\b/i;

/** A server may refuse the EHLO name, or end the conversation at once (421). */
function refusesGreeting(step: SmtpStep, code: number, reply: string): boolean {
  if (helloRejected.test(reply)) return true;
  return (step === 'greeting' || step === 'EHLO') && code === 421;
}

/**
 * The server takes none of our mail for now, by policy (4.7.x) or as Amazon SES
 * (454). At RCPT such a code is a greylist's.
 */
function isThrottled(step: SmtpStep, code: number, status: string): boolean {
  if (step === 'RCPT' || step === 'AUTH') return false;
  return status.startsWith('4.7.') || code === 454;
}

/** The step shows what the server refuses: us, sender, recipient or message. */
function classifyRefusal(step: SmtpStep, code: number, status: string): Delivery {
  if (code === 530)
    return { outcome: 'misconfigured', reason: 'credentials_rejected', code };
  switch (step) {
    case 'greeting':
    case 'EHLO':
      return { outcome: 'misconfigured', reason: 'greeting_refused', code };
    case 'AUTH':
      return { outcome: 'misconfigured', reason: 'credentials_rejected', code };
    case 'MAIL':
      return { outcome: 'misconfigured', reason: 'sender_unconfirmed', code };
    case 'RCPT':
      // 5.1 is a wrong address, 5.2 a closed or full mailbox (RFC 3463). Anything
      // else may be about us.
      return /^5\.[12]\./.test(status)
        ? { outcome: 'refused', reason: 'recipient_rejected', code }
        : { outcome: 'refused', reason: 'message_rejected', code };
    case 'DATA':
      return { outcome: 'refused', reason: 'message_rejected', code };
  }
}
