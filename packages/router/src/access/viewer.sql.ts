import { every } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { Settings } from '../context.ts';

export type Admins = Pick<Settings, 'adminEmails'>;

/** The users who moderate. */
export const staff = ({ adminEmails }: Admins) => sql`
  select id from users where role <> 'user'
  union all select id from users where email_key = any(${[...adminEmails]}::text[])
`;

/** Who looks at what the team does: a person, or the one who made the service key; null for operators. */
export type Viewer = Admins & { person: string | null; isAdmin: boolean };

/**
 * Whether somebody may read and write what the team says of a user, whose id is `userId`. Nobody reads it of themselves. Of moderators
 * admins alone do.
 */
export const mayKnowOf = (
  { person, isAdmin, ...settings }: Viewer,
  userId: RawBuilder<unknown>,
) =>
  every([
    person !== null && sql`${userId} is distinct from ${person}::uuid`,
    !isAdmin && sql`coalesce(${userId} not in (${staff(settings)}), true)`,
  ]);
