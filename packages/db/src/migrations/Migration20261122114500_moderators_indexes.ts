import { Migration } from '@mikro-orm/migrations';

/**
 * What moderators narrow long lists to. No index of profiles holds one that is neither hidden nor located, so making one costs no
 * more than before. While an index is built, its table is read and not written.
 */
const indexes = `
  create index profiles_hidden on profiles (created_at, position) where hidden;
  create index profiles_located on profiles (created_at, position) where latitude is not null;
  create index audit_events_by_type on audit_events (type, position);
  create index audit_events_by_reason on audit_events (reason, position) where reason is not null;
  create index moderation_actions_by_reason on moderation_actions (reason, position) where reason is not null;
  create index outbox_by_creation on outbox (created_at, id);
`;

export class Migration20261122114500_moderators_indexes extends Migration {
  override name = 'Migration20261122114500_moderators_indexes';

  override up(): void {
    this.addSql(indexes);
  }
}
