import { Migration } from '@mikro-orm/migrations';

/** Nobody read how often a job was claimed, an action's state, or an item's revision. */
export class Migration20261128234834_unread_columns extends Migration {
  /** An older one writes the columns. */
  static readonly oldest = '1.0.0';

  override name = 'Migration20261128234834_unread_columns';

  override up(): void {
    this.addSql(`
      create or replace function open_held() returns trigger language plpgsql as $$
      begin
        insert into items (id, kind, profile_id, user_id)
        values (gen_random_uuid(), 'new', new.id, new.owner_id)
        on conflict (coalesce(profile_id, user_id), kind) where closed_at is null do nothing;
        return null;
      end $$;
      alter table jobs drop column attempts;
      alter table moderation_actions drop column state;
      alter table items drop column revision;
    `);
  }
}
