import { choiceOf, flagOf, given, textOf } from '../../address.ts';
import { roles } from '../../who.ts';

export const readUsersSearch = (search: Record<string, unknown>) =>
  given({
    text: textOf(search['text'], 200),
    role: choiceOf(search['role'], roles),
    state: choiceOf(search['state'], ['active', 'suspended']),
    duplicateIdentities: flagOf(search['duplicateIdentities']),
    sort: choiceOf(search['sort'], ['oldest']),
  });

export type UsersSearch = ReturnType<typeof readUsersSearch>;
