import type { Answer } from './exchange.ts';
import type { Delivery } from './mailer.ts';

/** The delivery, and the words that came with it. */
type Classified = { delivery: Delivery; words: string };

/** Needs `ErrorCode` 0 and a `MessageID`: an HTTP 200 may be a proxy's page. */
export function classify(answer: Answer): Classified {
  if (answer.kind === 'failure') {
    // Whether the request has left can't be seen. A silent API mostly has it.
    const reason = answer.timedOut ? 'unanswered' : 'connection_failed';
    return { delivery: { outcome: 'retry', reason }, words: '' };
  }
  const { errorCode, messageId, words } = readBody(answer.body);
  const delivery =
    classifyStatus(answer) ??
    (errorCode === undefined || errorCode === 0
      ? undefined
      : classifyErrorCode(errorCode, answer, words)) ??
    classifyRest(answer.status, errorCode, messageId);
  return { delivery, words };
}

type HttpAnswer = Extract<Answer, { kind: 'answer' }>;

function classifyStatus(answer: HttpAnswer): Delivery | undefined {
  const { status } = answer;
  if (status === 401 || status === 403) {
    return { outcome: 'misconfigured', reason: 'credentials_rejected' };
  }
  if (status === 429) return rateLimited(answer);
  if (status === 408 || status >= 500) return providerFailed(answer);
  return undefined;
}

/** See https://postmarkapp.com/developer/api/overview#error-codes */
function classifyErrorCode(code: number, answer: HttpAnswer, words: string): Delivery {
  switch (code) {
    case 10:
      return { outcome: 'misconfigured', reason: 'credentials_rejected', code };
    case 100:
      return providerFailed(answer);
    case 300:
      // It checks the sender first. Other invalid fields may depend on the recipient.
      return words.startsWith("Invalid 'From'")
        ? { outcome: 'misconfigured', reason: 'sender_unconfirmed', code }
        : { outcome: 'refused', reason: 'message_invalid', code };
    case 400:
    case 401:
      return { outcome: 'misconfigured', reason: 'sender_unconfirmed', code };
    case 405:
    case 412:
    case 413:
      return { outcome: 'misconfigured', reason: 'account_restricted', code };
    case 406:
      return { outcome: 'refused', reason: 'recipient_inactive', code };
    case 429:
      return rateLimited(answer);
    default:
      return { outcome: 'refused', reason: 'message_rejected', code };
  }
}

function classifyRest(
  status: number,
  errorCode: number | undefined,
  messageId: string | undefined,
): Delivery {
  const success = status >= 200 && status < 300;
  if (success && errorCode === 0 && messageId !== undefined)
    return { outcome: 'sent', messageId };
  const elsewhere = (status >= 300 && status < 400) || [404, 405, 410].includes(status);
  if (elsewhere) return { outcome: 'misconfigured', reason: 'api_not_found' };
  return { outcome: 'retry', reason: 'answer_malformed' };
}

/** Seconds to wait if a limit has no hint. */
export const secondsWhenLimitedWithoutAHint = 30;
/** People wait for codes, and one mail tells whether the provider works again. */
const longestWaitSeconds = 60;

function rateLimited(answer: HttpAnswer): Delivery {
  const afterSeconds = waitSeconds(answer.retryAfter) ?? secondsWhenLimitedWithoutAHint;
  return { outcome: 'retry', reason: 'rate_limited', afterSeconds };
}

function providerFailed(answer: HttpAnswer): Delivery {
  const afterSeconds = waitSeconds(answer.retryAfter);
  const delivery = { outcome: 'retry', reason: 'provider_failed' } as const;
  return afterSeconds === undefined ? delivery : { ...delivery, afterSeconds };
}

/** `Retry-After` is whole seconds or a date (RFC 9110, 10.2.3). */
function waitSeconds(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000);
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(Math.max(seconds, 1), longestWaitSeconds);
}

type Body = { errorCode?: number; messageId?: string; words: string };

function readBody(body: string): Body {
  const value = parseJson(body);
  if (typeof value !== 'object' || value === null) return { words: '' };
  const words = 'Message' in value ? value.Message : undefined;
  const code = 'ErrorCode' in value ? value.ErrorCode : undefined;
  const id = 'MessageID' in value ? value.MessageID : undefined;
  return {
    words: typeof words === 'string' ? words : '',
    ...(typeof code === 'number' && Number.isInteger(code) ? { errorCode: code } : {}),
    ...(typeof id === 'string' && id !== '' ? { messageId: id } : {}),
  };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
