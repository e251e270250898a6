import { choiceOf, given, textOf } from '../../address.ts';

/** The shown mail: all to an address, or all in a state. */
export const readMailSearch = (search: Record<string, unknown>) =>
  given({
    address: textOf(search['address'], 254)?.trim(),
    state: choiceOf(search['state'], ['waiting', 'failed']),
  });

export type MailSearch = ReturnType<typeof readMailSearch>;
