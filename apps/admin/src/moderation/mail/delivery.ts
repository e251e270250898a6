import type { inferOutput } from '@trpc/tanstack-react-query';
import type { trpc } from '../../trpc.ts';

/** A mail, and what became of it. */
export type Delivery = inferOutput<
  typeof trpc.moderation.users.inspect
>['data']['deliveries'][number];

type Tone = 'good' | 'warn' | 'bad' | 'neutral';

const states: Readonly<Record<Delivery['state'], { label: string; tone: Tone }>> = {
  queued: { label: 'Waiting', tone: 'neutral' },
  sent: { label: 'Accepted', tone: 'good' },
  refused: { label: 'Refused', tone: 'bad' },
  expired: { label: 'Too late', tone: 'bad' },
};

const events: Readonly<Record<NonNullable<Delivery['event']>, { label: string; tone: Tone }>> = {
  bounced: { label: 'Bounced', tone: 'bad' },
  complained: { label: 'Reported as spam', tone: 'bad' },
  suppressed: { label: 'Suppressed', tone: 'bad' },
  reactivated: { label: 'Mailed again', tone: 'neutral' },
};

/** What became of a mail: what the provider reported last counts. */
export const stateOf = ({
  state,
  event,
}: Pick<Delivery, 'state' | 'event'>): { label: string; tone: Tone } =>
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

const expired = 'Its code ran out before it could be delivered.';

/** Why a mail did not arrive; undefined where there is nothing to say. */
export function explanationOf({
  state,
  outcome,
  attempts,
}: Pick<Delivery, 'state' | 'outcome' | 'attempts'>): string | undefined {
  const reason = outcome === null ? undefined : (outcomes[outcome] ?? outcome.replaceAll('_', ' '));
  if (state === 'expired') {
    return reason === undefined ? expired : `${expired} ${reason}`;
  }
  if (state === 'queued' && attempts > 0) {
    return `Tried ${attempts === 1 ? 'once' : `${attempts} times`}. ${reason ?? ''}`.trim();
  }
  return state === 'sent' ? undefined : reason;
}
