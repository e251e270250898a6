import { given, textOf } from '../../address.ts';

/** Whose mail is looked at; without an address, all that needs a look. */
export type MailSearch = { address?: string };

export const readMailSearch = (search: Record<string, unknown>): MailSearch =>
  given({ address: textOf(search['address'], 254)?.trim() });
