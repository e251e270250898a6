import type { RowState } from '../../components/state-list.tsx';
import type { inferOutput } from '@trpc/tanstack-react-query';
import { exactTime } from '../../components/date-time.tsx';
import type { trpc } from '../../trpc.ts';

export type Delivery = inferOutput<
  typeof trpc.moderation.users.inspect
>['data']['deliveries'][number];

const kinds: Readonly<Record<Delivery['kind'], string>> = {
  sign_in: 'Sign-in code',
  decision: 'Decision',
  invitation: 'Invitation',
  move: 'Address',
};

export const kindOf = ({ kind }: Pick<Delivery, 'kind'>) => kinds[kind];

const states: Readonly<Record<Delivery['state'], RowState>> = {
  queued: { word: 'Waiting', tone: 'neutral' },
  sent: { word: 'Accepted', tone: 'good' },
  refused: { word: 'Refused', tone: 'bad' },
  expired: { word: 'Too late', tone: 'bad' },
};

const events: Readonly<Record<NonNullable<Delivery['event']>, RowState>> = {
  bounced: { word: 'Bounced', tone: 'bad' },
  complained: { word: 'Reported as spam', tone: 'bad' },
  suppressed: { word: 'Suppressed', tone: 'bad' },
  reactivated: { word: 'Mailed again', tone: 'neutral' },
};

const retried: RowState = { word: 'Retrying', tone: 'warn' };

/** Without a provider, mail is only shown in the mailbox. */
const inMailbox: RowState = { word: 'Not sent, in the test mailbox', tone: 'neutral' };

/** The state of a mail. The provider's last report counts. */
export function stateOf({
  state,
  event,
  attempts,
  isInMailbox,
}: Pick<Delivery, 'state' | 'event' | 'attempts' | 'isInMailbox'>): RowState {
  if (event !== null) {
    return events[event];
  }
  if (isInMailbox) {
    return inMailbox;
  }
  return state === 'queued' && attempts > 0 ? retried : states[state];
}

const outcomes: Readonly<Record<string, string>> = {
  recipient_inactive:
    'The provider delivers nothing to this address: it bounced or complained before.',
  recipient_rejected: 'The mail server does not take mail for this address.',
  suppressed: 'An operator suppressed this address: no mail is sent until it is cleared.',
  not_admitted: 'This address may not sign up: it was not sent.',
  recipient_malformed: 'The provider does not take this address.',
  message_invalid: 'The provider found the message invalid.',
  message_rejected: 'The provider rejected the message.',
  credentials_rejected: 'The provider does not accept this service’s token or password.',
  sender_unconfirmed: 'The sender’s address is not confirmed at the provider.',
  account_restricted: 'The provider restricts this service’s account.',
  api_not_found: 'The provider’s address in the settings is wrong.',
  connection_insecure: 'The mail server offers no encryption that can be trusted.',
  greeting_refused: 'The mail server refuses this service’s greeting.',
  answer_malformed: 'The provider’s answer made no sense.',
  timed_out: 'The provider did not answer in time.',
  unanswered: 'The provider has not answered. The mail may have arrived.',
  connection_failed: 'The provider could not be reached.',
  rate_limited: 'The provider takes no more at present.',
  provider_failed: 'The provider had a fault.',
  hard_bounced: 'It bounced.',
  complained: 'It was reported as spam.',
  unsubscribed: 'The address was unsubscribed.',
};

const expired = 'Its code expired before delivery.';

const mailedNoMore = 'The provider delivers nothing to this address any more.';

const wordsOf = (outcome: string) => outcomes[outcome] ?? outcome.replaceAll('_', ' ');

const triesOf = (attempts: number) =>
  `Tried ${attempts === 1 ? 'once' : `${attempts} times`}.`;

type Explained = Pick<
  Delivery,
  'state' | 'outcome' | 'event' | 'attempts' | 'nextAttemptAt'
>;

/**
 * Why a mail did not arrive, and when the next try is. Undefined if there is
 * nothing to say.
 */
export function explanationOf({
  state,
  outcome,
  event,
  attempts,
  nextAttemptAt,
}: Explained): string | undefined {
  const reason = outcome === null ? [] : [wordsOf(outcome)];
  switch (state) {
    case 'sent':
      return event === 'suppressed' ? [...reason, mailedNoMore].join(' ') : undefined;
    case 'refused':
      return reason[0];
    case 'expired':
      return [expired, ...reason].join(' ');
    case 'queued': {
      const tries = attempts === 0 ? [] : [triesOf(attempts)];
      const next =
        nextAttemptAt && attempts > 0 ? [`Next try: ${exactTime(nextAttemptAt)}.`] : [];
      return [...tries, ...reason, ...next].join(' ') || undefined;
    }
  }
}
