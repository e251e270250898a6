import { createContext, use } from 'react';

/** The roles that open the app. */
export type TeamRole = 'moderator' | 'admin';

/** Who is signed in. */
export type Who = { id: string; email: string; role: TeamRole };

export const WhoContext = createContext<Who | undefined>(undefined);

/** Who is signed in, anywhere inside the shell. */
export function useWho(): Who {
  const who = use(WhoContext);
  if (!who) {
    throw new Error('Nobody is signed in here.');
  }
  return who;
}
