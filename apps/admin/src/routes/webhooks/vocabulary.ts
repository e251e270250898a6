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

export function stateOf({ state, failingSince, isSecretLost }: Webhook) {
  if (state === 'failed') return { label: 'Switched off', tone: 'bad' } as const;
  if (state === 'paused') return { label: 'Paused', tone: 'neutral' } as const;
  if (isSecretLost) return { label: 'Secret lost', tone: 'bad' } as const;
  return failingSince === null
    ? ({ label: 'On', tone: 'good' } as const)
    : ({ label: 'Failing', tone: 'warn' } as const);
}

const words: Readonly<Record<string, string>> = {
  timed_out: 'no answer in time',
  connection_failed: 'no connection',
  address_forbidden: 'the address is not public',
};

/** The result of a try: "status 500", "no answer in time". */
export const outcomeName = (outcome: string): string =>
  words[outcome] ?? `status ${outcome}`;
