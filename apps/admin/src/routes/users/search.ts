import { choiceOf, given, textOf } from '../../address.ts';
import { roles, type Role } from '../../who.ts';

export const userStates = ['active', 'suspended'] as const;

/** The list of users as the address describes it. The default is everybody, newest first. */
export type UsersSearch = {
  text?: string;
  role?: Role;
  state?: (typeof userStates)[number];
  doubled?: true;
  sort?: 'oldest';
};

export const readUsersSearch = (search: Record<string, unknown>): UsersSearch =>
  given({
    text: textOf(search['text'], 200),
    role: choiceOf(search['role'], roles),
    state: choiceOf(search['state'], userStates),
    doubled: search['doubled'] === true ? (true as const) : undefined,
    sort: choiceOf(search['sort'], ['oldest']),
  });
