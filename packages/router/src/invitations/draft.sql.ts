import { type Executor, firstRow, hasRow, isOfEarlierAccount } from '@namecard/db';
import { sql } from 'kysely';
import { isKept } from './invitations.sql.ts';

const isOf = (userId: string) => sql`
  email_key = (select email_key from users where id = ${userId}::uuid) and draft is not null
    and not ${isOfEarlierAccount({
      address: sql`email_key`,
      at: sql`invited_at`,
      userId: sql`${userId}::uuid`,
    })}
`;

/** The draft that was prepared for a user, and the username of who did. */
export const findDraft = (em: Executor, userId: string) =>
  firstRow(em)<{ draft: unknown; preparedBy: string | null }>`
    select draft, (select username from users where users.id = invited_by) as "preparedBy"
    from invitations where ${isOf(userId)} and ${isKept}
  `;

/** Deletes the invitation with its draft. Returns whether there was one. */
export const deleteDraft = (em: Executor, userId: string): Promise<boolean> =>
  hasRow(em)`
    delete from invitations where ${isOf(userId)} returning 1
  `;
