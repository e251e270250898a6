import { type Executor, onlyRow } from '@namecard/db';
import { isAdminRow, isSuspended } from '../access/users.sql.ts';

type Found = {
  /** The provider's id of the newest mail that left. */
  messageId: string | null;
  isAnyInvited: boolean;
  isBackedUp: boolean;
  /** At most two. */
  admins: number;
};

/** What the database knows of the first steps. `configured` lists `ADMIN_EMAILS`. */
export const findSteps = (em: Executor, configured: readonly string[]): Promise<Found> =>
  onlyRow(em)<Found>`
    select (select message_id from outbox where state = 'sent' order by created_at desc, id desc limit 1) as "messageId",
      exists (select from audit_events where type = 'user.invited') as "isAnyInvited",
      exists (select from audit_events where type = 'database.backed_up') as "isBackedUp",
      (select count(*) from (
        select from users
        where ${isAdminRow(configured)} and not ${isSuspended} limit 2
      ) admins)::int as admins
  `;
