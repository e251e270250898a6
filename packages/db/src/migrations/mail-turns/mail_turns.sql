drop trigger outbox_ends_turns on outbox;
drop function end_mail_turns();
drop table network_mails;

-- A request waits until it has paid, or until `ends_at`. Then it counts for its sources
-- until a later `ends_at`. `mailed` is one that also paid for a mail to a stranger.
alter table mail_turns
  drop constraint mail_turns_mail_id_foreign,
  drop constraint mail_turns_pkey,
  add id uuid,
  add address text,
  add state text not null default 'waiting'
    constraint mail_turns_state_check check (state in ('waiting', 'paid', 'mailed')),
  add ends_at timestamptz;
update mail_turns t
set id = gen_random_uuid(), address = o.recipient, ends_at = t.asked_at + interval '30 minutes'
from outbox o where o.id = t.mail_id;
alter table mail_turns
  drop mail_id,
  add constraint mail_turns_pkey primary key (id),
  alter address set not null,
  alter ends_at set not null;

drop index mail_turns_by_allocation, mail_turns_by_network, mail_turns_by_ip;
create index mail_turns_by_address on mail_turns (address, ip);
create index mail_turns_by_end on mail_turns (ends_at);
-- The order in which they pay.
create index mail_turns_by_allocation on mail_turns (allocation, asked_at)
  where state = 'waiting';
create index mail_turns_by_network on mail_turns (allocation, network, asked_at)
  where state = 'waiting';
create index mail_turns_by_ip on mail_turns (network, ip, asked_at)
  where state = 'waiting';
-- What counts for a source.
create index mail_turns_of_allocation on mail_turns (allocation, ends_at)
  where state <> 'waiting';
create index mail_turns_of_network on mail_turns (network, ends_at)
  where state <> 'waiting';
create index mail_turns_of_ip on mail_turns (ip, ends_at) where state <> 'waiting';

delete from budgets where name = 'mails_of_allocation';
alter table budgets
  drop constraint budgets_name_check,
  add constraint budgets_name_check
    check (name in ('mails_to_unknown', 'mails_of_ip', 'mails_of_network'));
