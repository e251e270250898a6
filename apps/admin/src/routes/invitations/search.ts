import { choiceOf, given, textOf } from '../../address.ts';
import { stateNames, type State } from './vocabulary.ts';

export type InvitationsSearch = { state?: State; address?: string };

export const readInvitationsSearch = (
  search: Record<string, unknown>,
): InvitationsSearch =>
  given({
    state: choiceOf(search['state'], stateNames),
    address: textOf(search['address'], 254),
  });
