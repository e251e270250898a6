import { every } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { Settings } from '../context.ts';
import { isConfigured } from './users.sql.ts';

export type Admins = Pick<Settings, 'adminEmails'>;

/** Selects the ids of all moderators and admins. */
export const staff = ({ adminEmails }: Admins) => sql`
  select id from users where role <> 'user'
  union all select id from users where ${isConfigured(adminEmails)}
`;

/** `person` is the user or the key's creator; null for operators. */
export type Viewer = Admins & {
  person: string | null;
  isAdmin: boolean;
  /** Whether the viewer reads the addresses of moderators and admins. */
  readsStaff: boolean;
};

/**
 * Whether the viewer may use the team's records about a user. Nobody may use
 * those about themselves. Only admins may use those about moderators and admins.
 */
export const mayKnowOf = (
  { person, isAdmin, ...settings }: Viewer,
  userId: RawBuilder<unknown>,
) =>
  every([
    person !== null && sql`${userId} is distinct from ${person}::uuid`,
    !isAdmin && sql`coalesce(${userId} not in (${staff(settings)}), true)`,
  ]);
