import { type Executor, firstRow, hasRow, isOfAccount } from '@namecard/db';
import { sql } from 'kysely';
import { isKept } from './invitations.sql.ts';

const isOf = (userId: string) => sql`
  draft is not null
  and ${isOfAccount({
    address: sql`invitations.email_key`,
    at: sql`invited_at`,
    userId: sql`${userId}::uuid`,
  })}
`;

/** The newest draft that was prepared for a user, maybe at a former address, and the username of who did. */
export const findDraft = (em: Executor, userId: string) =>
  firstRow(em)<{ draft: unknown; preparedBy: string | null }>`
    select draft, (select username from users where users.id = invited_by) as "preparedBy"
    from invitations where ${isOf(userId)} and ${isKept} order by invited_at desc limit 1
  `;

/** Deletes the invitation with its draft. Returns whether there was one. */
export const deleteDraft = (em: Executor, userId: string): Promise<boolean> =>
  hasRow(em)`
    delete from invitations where ${isOf(userId)} returning 1
  `;
