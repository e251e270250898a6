import { choiceOf, flagOf, given, textOf } from '../../address.ts';
import { roles, type Role } from '../../who.ts';

const userStates = ['active', 'suspended'] as const;

/** The list in the URL. The default is all users, newest first. */
export type UsersSearch = {
  text?: string;
  role?: Role;
  state?: (typeof userStates)[number];
  duplicateIdentities?: true;
  sort?: 'oldest';
};

export const readUsersSearch = (search: Record<string, unknown>): UsersSearch =>
  given({
    text: textOf(search['text'], 200),
    role: choiceOf(search['role'], roles),
    state: choiceOf(search['state'], userStates),
    duplicateIdentities: flagOf(search['duplicateIdentities']),
    sort: choiceOf(search['sort'], ['oldest']),
  });
