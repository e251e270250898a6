import { Migration } from '@mikro-orm/migrations';

/**
 * A session that the code of a test login began is known as that, and ends with the test login. Those that there are were begun
 * right before their event. When their test login ends is not known here: they end when any session does, after 180 days.
 */
const mark = `
  update sessions set test_ends_at = created_at + interval '180 days'
  from audit_events events
  where events.type = 'user.test_signed_in' and events.user_id = sessions.user_id and sessions.ended_at is null
    and events.at >= sessions.created_at and events.at < sessions.created_at + interval '1 minute';
`;

export class Migration20261124091000_test_sessions extends Migration {
  override name = 'Migration20261124091000_test_sessions';

  override up(): void {
    this.addSql('alter table sessions add column test_ends_at timestamptz');
    this.addSql(mark);
    this.addSql(
      'create index sessions_by_test_end on sessions (test_ends_at) where test_ends_at is not null',
    );
  }

  override down(): void {
    this.addSql('alter table sessions drop column test_ends_at');
  }
}
