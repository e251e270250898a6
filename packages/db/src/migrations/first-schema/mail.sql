-- Mails to deliver, and their outcomes.
create table outbox (
  id uuid primary key,
  challenge_id uuid not null,
  recipient text not null,
  has_account boolean not null,
  browser text not null,
  system text not null,
  -- Null means the product's own language.
  language text
    constraint outbox_language_check check (language in ('en', 'de', 'fr', 'es')),
  state text not null default 'queued' constraint outbox_state_check
    check (state in ('queued', 'sent', 'refused', 'expired')),
  held boolean not null default false,
  attempts int not null default 0,
  next_at timestamptz not null,
  created_at timestamptz not null default current_instant(),
  -- From this time on only the provider delays it.
  due_since timestamptz not null default current_instant(),
  sent_at timestamptz,
  message_id text,
  outcome text,
  event text constraint outbox_event_check
    check (event in ('bounced', 'complained', 'suppressed', 'reactivated')),
  event_at timestamptz
);
-- The order in which mails are sent: to members first, held ones last, first tries before
-- retries.
create index outbox_queue on outbox
  (has_account desc, (not held) desc, (attempts > 0), next_at) where state = 'queued';
create unique index outbox_held on outbox (recipient) where state = 'queued' and held;
create index outbox_by_challenge on outbox (challenge_id);
create index outbox_by_message on outbox (message_id);
create index outbox_by_recipient on outbox (recipient, created_at);
create index outbox_by_creation on outbox (created_at, id);
create index outbox_of_strangers on outbox (created_at) where not has_account;
create index outbox_failed on outbox (created_at, id)
  where state in ('refused', 'expired')
    or event in ('bounced', 'complained', 'suppressed');

create table mail_turns (
  mail_id uuid not null
    constraint mail_turns_mail_id_foreign references outbox (id) on delete cascade,
  ip text not null,
  network text not null,
  allocation text not null,
  browser text not null,
  system text not null,
  language text
    constraint mail_turns_language_check check (language in ('en', 'de', 'fr', 'es')),
  is_forwarded boolean not null,
  asked_at timestamptz not null,
  primary key (mail_id, ip)
);
create index mail_turns_by_allocation on mail_turns (allocation, asked_at);
create index mail_turns_by_network on mail_turns (allocation, network, asked_at);
create index mail_turns_by_ip on mail_turns (network, ip, asked_at);

-- A mail's turns end when it is no longer held: sent, expired or refused.
create function end_mail_turns() returns trigger language plpgsql as $$
begin
  delete from mail_turns where mail_id = new.id;
  return null;
end $$;
create trigger outbox_ends_turns after update of held on outbox for each row
  when (old.held and not new.held) execute function end_mail_turns();

create table network_mails (
  mail_id uuid primary key,
  ip text not null,
  network text not null,
  allocation text not null,
  released_at timestamptz not null
);
create index network_mails_by_ip on network_mails (ip, released_at);
create index network_mails_by_network on network_mails (network, released_at);
create index network_mails_by_allocation on network_mails (allocation, released_at);
create index network_mails_by_time on network_mails (released_at);

create table budgets (
  name text constraint budgets_name_check check (
    name in ('mails_to_unknown', 'mails_of_ip', 'mails_of_network', 'mails_of_allocation')
  ),
  source text default '',
  full_at timestamptz not null,
  version bigint not null default 0,
  primary key (name, source)
);
insert into budgets (name, full_at) values ('mails_to_unknown', current_instant());
