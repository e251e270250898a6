import { choiceOf, given, textOf } from '../../address.ts';

const states = ['waiting', 'failed'] as const;

/** The shown mail: all to an address, or all in a state. */
export type MailSearch = { address?: string; state?: (typeof states)[number] };

export const readMailSearch = (search: Record<string, unknown>): MailSearch =>
  given({
    address: textOf(search['address'], 254)?.trim(),
    state: choiceOf(search['state'], states),
  });
