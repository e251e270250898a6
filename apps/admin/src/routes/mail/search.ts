import { choiceOf, given, textOf } from '../../address.ts';

export const readMailSearch = (search: Record<string, unknown>) =>
  given({
    address: textOf(search['address'], 254)?.trim(),
    state: choiceOf(search['state'], ['waiting', 'failed']),
  });

export type MailSearch = ReturnType<typeof readMailSearch>;
