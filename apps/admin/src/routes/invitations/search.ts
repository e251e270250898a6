import { choiceOf, given, textOf } from '../../address.ts';
import { stateNames } from './vocabulary.ts';

export const readInvitationsSearch = (search: Record<string, unknown>) =>
  given({
    state: choiceOf(search['state'], stateNames),
    address: textOf(search['address'], 254),
  });

export type InvitationsSearch = ReturnType<typeof readInvitationsSearch>;
