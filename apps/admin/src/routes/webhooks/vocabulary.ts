import type { RowState } from '../../components/state-list.tsx';
import type { inferInput, inferOutput } from '@trpc/tanstack-react-query';
import type { trpc } from '../../trpc.ts';

export type Webhook = inferOutput<typeof trpc.webhooks.list>['data']['webhooks'][number];

export type Kind = Webhook['kinds'][number];

export type Told = inferInput<typeof trpc.webhooks.create>;

export type Delivery = inferOutput<
  typeof trpc.webhooks.deliveries
>['data']['deliveries'][number];

export const kinds = [
  'user.created',
  'user.updated',
  'user.erased',
  'profile.created',
  'profile.updated',
  'profile.hidden',
  'profile.restored',
  'profile.deleted',
] as const satisfies readonly Kind[];

/**
 * Queries may contain secrets. Only the form for changing the address shows the
 * whole of it.
 */
export const shownUrl = ({ url }: Webhook): string => url.replace(/\?.*$/s, '?…');

export function stateOf({ state, failingSince, isSecretLost }: Webhook): RowState {
  if (state === 'failed') return { word: 'Switched off', tone: 'bad' };
  if (state === 'paused') return { word: 'Paused', tone: 'neutral' };
  if (isSecretLost) return { word: 'Secret lost', tone: 'bad' };
  return failingSince === null
    ? { word: 'On', tone: 'good' }
    : { word: 'Failing', tone: 'warn' };
}

const words: Readonly<Record<string, string>> = {
  timed_out: 'no answer in time',
  connection_failed: 'no connection',
  address_forbidden: 'the address is not public',
};

/** The result of a try: "status 500", "no answer in time". */
export const outcomeName = (outcome: string): string =>
  words[outcome] ?? `status ${outcome}`;
