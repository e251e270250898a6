import type { DatabaseTrouble } from '@namecard/db';
import type { SecurityEvent } from '@namecard/router';

export const troubleMessages: Record<DatabaseTrouble, string> = {
  busy_pool: 'All connections of this process are busy for longer than a call may wait',
  contention: 'Transactions on the same rows keep cancelling each other',
  disk_full: 'The database’s disk is full',
  lock_timeout: 'Locks in the database are held for longer than a call may wait',
  read_only: 'The database takes no writes',
  slow_statement: 'Statements take longer than they may',
  too_many_connections: 'The database has no connection left',
  unreachable: 'The database can’t be reached',
};

export const eventMessages: Record<SecurityEvent, string> = {
  code_asked: 'somebody asked for a code',
  code_sent: 'the mail provider took a mail with a code',
  code_wrong: 'a code was wrong, used or expired',
  signed_in: 'somebody signed in',
  sessions_ended: 'sessions were ended',
  role_changed: 'a role was changed',
  suspended: 'an account was suspended, and its sessions ended',
  unsuspended: 'a suspension was ended',
};
