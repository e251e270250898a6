import { Migration } from '@mikro-orm/migrations';

/** The rows of segments hold every count. The groups repeated their sums. */
export class Migration20261126221500_one_level_of_counts extends Migration {
  override name = 'Migration20261126221500_one_level_of_counts';

  override up(): void {
    this.addSql('drop index profile_segments_unfolded');
    this.addSql('drop table profile_segment_groups');
  }
}
