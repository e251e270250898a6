import type { Answer } from './exchange.ts';
import { classify, parseJson } from './classify.ts';
import type { Clearance } from './mailer.ts';

/** Only Postmark's own word for this address is a success. */
export function classifyClearance(answer: Answer, address: string): Clearance {
  const status = statusOf(answer, address);
  if (status === 'Deleted') return { outcome: 'cleared' };
  if (status === 'Failed') return { outcome: 'refused', reason: 'suppression_kept' };
  if (answer.kind === 'failure' && answer.timedOut) {
    return { outcome: 'retry', reason: 'timed_out' };
  }
  const { delivery: trouble } = classify(answer);
  switch (trouble.outcome) {
    case 'sent':
      return { outcome: 'retry', reason: 'answer_malformed' };
    case 'refused':
      return { outcome: 'refused', reason: 'request_rejected' };
    default:
      return trouble;
  }
}

/** See https://postmarkapp.com/developer/api/suppressions-api */
function statusOf(answer: Answer, address: string): unknown {
  if (answer.kind === 'failure' || answer.status !== 200) return undefined;
  const list = fieldOf(parseJson(answer.body), 'Suppressions');
  const entries: unknown[] = Array.isArray(list) ? list : [];
  return fieldOf(
    entries.find((entry) => isOf(entry, address)),
    'Status',
  );
}

function isOf(entry: unknown, address: string): boolean {
  const named = fieldOf(entry, 'EmailAddress');
  return typeof named === 'string' && named.toLowerCase() === address.toLowerCase();
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Reflect.get(value, name)
    : undefined;
}
