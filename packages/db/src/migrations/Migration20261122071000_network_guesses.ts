import { Migration } from '@mikro-orm/migrations';

/** What was counted under IP addresses in clear is forgotten: keys are keyed hashes from now on. */
export class Migration20261122071000_network_guesses extends Migration {
  override name = 'Migration20261122071000_network_guesses';

  override up(): void {
    this.addSql(`
      create table network_guesses (
        network text primary key,
        guessed_at timestamptz[] not null,
        ips text[] not null
      );
      alter table hourly_counts drop constraint hourly_counts_counter_check;
      alter table hourly_counts add constraint hourly_counts_counter_check
        check (counter in ('wrong_guesses', 'accounts_signed_in', 'mails_to_unknown'));
      truncate rate_limits;
    `);
  }
}
