import { Migration } from '@mikro-orm/migrations';

export class Migration20261122072500_fair_mail extends Migration {
  override name = 'Migration20261122072500_fair_mail';

  override up(): void {
    this.addSql(`
      create table budgets (
        name text primary key constraint budgets_name_check check (name in ('mails_to_unknown')),
        full_at timestamptz not null
      );
      insert into budgets (name, full_at) values ('mails_to_unknown', current_instant());
      create table network_mails (
        mail_id uuid primary key,
        network text not null,
        allocation text not null,
        released_at timestamptz not null,
        message_id text,
        bounced boolean not null default false
      );
      create index network_mails_by_network on network_mails (network, released_at);
      create index network_mails_by_allocation on network_mails (allocation, released_at);
      create index network_mails_by_time on network_mails (released_at);
      create index network_mails_by_message on network_mails (message_id);
      alter table outbox add column network text, add column allocation text;
      update outbox set network = 'before', allocation = 'before' where state = 'queued' and not has_account;
      drop index outbox_queue;
      create index outbox_queue on outbox (has_account desc, (network is null) desc, (attempts > 0), next_at)
        where state = 'queued';
      create index outbox_held on outbox (allocation, network, next_at)
        where state = 'queued' and network is not null;
      delete from hourly_counts where counter = 'mails_to_unknown';
      alter table hourly_counts drop constraint hourly_counts_counter_check;
      alter table hourly_counts add constraint hourly_counts_counter_check
        check (counter in ('wrong_guesses', 'accounts_signed_in'));
    `);
  }
}
