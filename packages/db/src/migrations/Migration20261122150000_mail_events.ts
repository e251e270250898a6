import { Migration } from '@mikro-orm/migrations';

const types = [
  'profile.hidden',
  'profile.restored',
  'user.suspended',
  'user.unsuspended',
  'user.role_changed',
  'session.revoked',
  'address.cleared',
  'user.test_signed_in',
  'mail.retried',
];

const listOf = (values: readonly string[]) =>
  values.map((value) => `'${value}'`).join(', ');

/** The history knows two kinds of events more: somebody used a test login, and a mail is tried again. */
export class Migration20261122150000_mail_events extends Migration {
  override name = 'Migration20261122150000_mail_events';

  override up(): void {
    this.addSql(`
      alter table audit_events
        drop constraint audit_events_type_check,
        add constraint audit_events_type_check check (type in (${listOf(types)}));
      alter table moderation_actions
        drop constraint moderation_actions_type_check,
        add constraint moderation_actions_type_check check (type in (${listOf([...types, 'undo'])}));
    `);
  }
}
