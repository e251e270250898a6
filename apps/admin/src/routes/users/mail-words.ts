import type { Delivery } from './vocabulary.ts';

type Tone = 'good' | 'warn' | 'bad' | 'neutral';

const states: Readonly<Record<Delivery['state'], { word: string; tone: Tone }>> = {
  queued: { word: 'Waiting', tone: 'neutral' },
  sent: { word: 'Accepted', tone: 'good' },
  refused: { word: 'Refused', tone: 'bad' },
  expired: { word: 'Too late', tone: 'bad' },
};

const events: Readonly<Record<NonNullable<Delivery['event']>, { word: string; tone: Tone }>> = {
  bounced: { word: 'Bounced', tone: 'bad' },
  complained: { word: 'Reported as spam', tone: 'bad' },
  suppressed: { word: 'Suppressed', tone: 'bad' },
  reactivated: { word: 'Mailed again', tone: 'neutral' },
};

/** What became of a mail, in a word: what the provider told last counts. */
export const stateOf = ({ state, event }: Delivery): { word: string; tone: Tone } =>
  event === null ? states[state] : events[event];

const outcomes: Readonly<Record<string, string>> = {
  recipient_inactive:
    'The provider delivers nothing to this address: it bounced or complained before.',
  recipient_malformed: 'The provider does not take this address.',
  message_invalid: 'The provider found the message invalid.',
  message_rejected: 'The provider rejected the message.',
  credentials_rejected: 'The provider does not accept this service’s token.',
  sender_unconfirmed: 'The sender’s address is not confirmed at the provider.',
  account_restricted: 'The provider restricts this service’s account.',
  api_not_found: 'The provider’s address in the settings is wrong.',
  answer_malformed: 'The provider’s answer made no sense.',
  timed_out: 'The provider did not answer in time.',
  connection_failed: 'The provider could not be reached.',
  rate_limited: 'The provider takes no more at present.',
  provider_failed: 'The provider had a fault.',
};

const whyExpired = 'Its code ran out before it could be delivered.';

/** Why a mail did not arrive; undefined where there is nothing to say. */
export function whyOf({ state, outcome, attempts }: Delivery): string | undefined {
  const reason = outcome === null ? undefined : (outcomes[outcome] ?? outcome.replaceAll('_', ' '));
  if (state === 'expired') {
    return reason === undefined ? whyExpired : `${whyExpired} ${reason}`;
  }
  if (state === 'queued' && attempts > 0) {
    return `Tried ${attempts === 1 ? 'once' : `${attempts} times`}. ${reason ?? ''}`.trim();
  }
  return state === 'sent' ? undefined : reason;
}
