import { createContext, use } from 'react';
import { keysOf } from './keys-of.ts';

export const roleNames = {
  user: 'User',
  moderator: 'Moderator',
  admin: 'Admin',
} as const;

export type Role = keyof typeof roleNames;

export const roles = keysOf(roleNames);

/** Roles that may use the app. */
export type TeamRole = Exclude<Role, 'user'>;

export type Who = { id: string; email: string; role: TeamRole };

export const WhoContext = createContext<Who | undefined>(undefined);

export function useWho(): Who {
  const who = use(WhoContext);
  if (!who) {
    throw new Error('Nobody is signed in here.');
  }
  return who;
}
