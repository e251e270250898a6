import { createContext, use } from 'react';

export const roles = ['user', 'moderator', 'admin'] as const;

export type Role = (typeof roles)[number];

export const roleNames: Readonly<Record<Role, string>> = {
  user: 'User',
  moderator: 'Moderator',
  admin: 'Admin',
};

/** Roles that may use the app. */
export type TeamRole = Exclude<Role, 'user'>;

export type Who = { id: string; email: string; role: TeamRole };

export const WhoContext = createContext<Who | undefined>(undefined);

/** Works only inside the shell. */
export function useWho(): Who {
  const who = use(WhoContext);
  if (!who) {
    throw new Error('Nobody is signed in here.');
  }
  return who;
}
