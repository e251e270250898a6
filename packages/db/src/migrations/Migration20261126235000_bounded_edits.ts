import { Migration } from '@mikro-orm/migrations';

/** Counts an account's edits, and lets newer changes replace older ones in the feed. */
export class Migration20261126235000_bounded_edits extends Migration {
  override name = 'Migration20261126235000_bounded_edits';

  override up(): void {
    this.addSql('create index changes_by_subject on changes (subject_id, number)');
    this.addSql(
      "alter table change_feeds add column kept_from bigint not null default '1'",
    );
    this.addSql(`
      update change_feeds set kept_from = coalesce((select min(number) from changes), last_number + 1)
    `);
    this.addSql(
      'alter table rate_limits add column day_ends_at timestamptz, add column day_hits int',
    );
  }
}
