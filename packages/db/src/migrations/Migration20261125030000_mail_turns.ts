import { Migration } from '@mikro-orm/migrations';
import { queueMail as queueMailBefore } from './Migration20261123021000_operators_acts.ts';

/**
 * Queues a mail with an address's codes: those of the newest challenge while it is new, else those of a new one. Queues nothing
 * where an earlier mail still holds a long code with half an hour or more to live.
 *
 * A mail to an address that never signed in is held until a turn of its askers comes. At most one is held per address: who asks
 * for it again, from another IP address, gives it a turn of their own. A held mail counts for nobody, so `mails` of its challenge
 * is what was let go. What is asked for is judged as if the held mail and a challenge that was never mailed were not there.
 *
 * Locks the address, then the held mail, then challenges. Each statement sees what others, who held a lock before, have written.
 */
const queueMail = `
  create function queue_mail(
    asking text, most int, new_challenge uuid, new_key text, new_mail uuid, asking_browser text, asking_system text,
    asking_ip text, asking_network text, asking_allocation text, asking_forwarded boolean
  ) returns void language plpgsql as $$
  declare
    same_codes constant interval := '5 minutes';
    many_mails constant int := 9;
    pause constant interval := '30 minutes';
    day constant interval := '24 hours';
    present timestamptz;
    mailed bigint;
    newest timestamptz;
    chosen uuid;
    waiting uuid;
    known boolean;
    suppressed boolean;
    is_held boolean;
    has_unmailed boolean;
  begin
    insert into addresses (email, asked_at) values (asking, current_instant())
    on conflict (email) do update set asked_at = excluded.asked_at
    returning suppressed_at is not null into suppressed;
    known := exists (select from users where email_key = asking);
    is_held := asking_ip is not null and not (known or suppressed);
    if not known then
      select id into waiting from outbox where recipient = asking and state = 'queued' and held for update;
    end if;
    present := current_instant();
    select coalesce(sum(mails) filter (where created_at > present - day), 0),
      max(created_at) filter (where mails > 0 and created_at > present - day), coalesce(bool_or(mails = 0), false)
    into mailed, newest, has_unmailed from challenges where email = asking;
    if newest > present - same_codes and mailed < many_mails then
      update challenges set mails = mails + (case when is_held then 0 else 1 end)
      where email = asking and created_at = newest and mails between 1 and most - 1
      returning id into chosen;
    elsif newest is null or newest <= present - (case when mailed < many_mails then same_codes else pause end) then
      if has_unmailed then
        delete from challenges where email = asking and mails = 0 and (not is_held or created_at <= present - same_codes);
        select id into chosen from challenges where email = asking and mails = 0;
      end if;
      if chosen is null then
        insert into challenges (id, email, created_at, mails, key_id)
        values (new_challenge, asking, present, case when is_held then 0 else 1 end, new_key)
        returning id into chosen;
      end if;
    end if;
    if chosen is null then
      return;
    end if;
    if waiting is not null and is_held then
      update outbox set challenge_id = chosen where id = waiting and challenge_id <> chosen;
    else
      if waiting is not null then
        update outbox set state = 'expired', held = false where id = waiting;
      end if;
      insert into outbox
        (id, challenge_id, recipient, has_account, browser, system, next_at, created_at, held, state, outcome)
      values (
        new_mail, chosen, asking, known, asking_browser, asking_system, present, present, is_held,
        case when suppressed then 'refused' else 'queued' end, case when suppressed then 'suppressed' end
      );
    end if;
    if is_held then
      insert into mail_turns (mail_id, ip, network, allocation, browser, system, is_forwarded, asked_at)
      values (
        coalesce(waiting, new_mail), asking_ip, asking_network, asking_allocation, asking_browser, asking_system,
        asking_forwarded, present
      )
      on conflict do nothing;
    end if;
  end $$;
`;

const turns = `
  create table mail_turns (
    mail_id uuid not null constraint mail_turns_mail_id_foreign references outbox (id) on delete cascade,
    ip text not null,
    network text not null,
    allocation text not null,
    browser text not null,
    system text not null,
    is_forwarded boolean not null,
    asked_at timestamptz not null,
    primary key (mail_id, ip)
  );
  create index mail_turns_by_allocation on mail_turns (allocation, asked_at);
  create index mail_turns_by_network on mail_turns (allocation, network, asked_at);
  create index mail_turns_by_ip on mail_turns (network, ip, asked_at);
`;

/** What was held goes on to be: one mail for an address, the newest, which no longer counts until it is let go. */
const hold = `
  alter table outbox add column held boolean not null default false;
  update outbox o set state = 'expired' where o.state = 'queued' and o.network is not null and exists (
    select from outbox other where other.recipient = o.recipient and other.state = 'queued' and other.network is not null
      and (other.created_at, other.id) > (o.created_at, o.id)
  );
  update challenges c set mails = greatest(c.mails - held.mails, 0) from (
    select challenge_id, count(*) as mails from outbox where network is not null group by challenge_id
  ) held where c.id = held.challenge_id;
  update outbox set held = true where state = 'queued' and network is not null;
  delete from challenges c where c.mails = 0
    and not exists (select from outbox o where o.challenge_id = c.id and o.held);
  insert into mail_turns (mail_id, ip, network, allocation, browser, system, is_forwarded, asked_at)
  select id, network, network, allocation, browser, system, true, created_at from outbox where held;
  drop index outbox_queue;
  drop index outbox_held;
  alter table outbox drop column network, drop column allocation;
  create index outbox_queue on outbox (has_account desc, (not held) desc, (attempts > 0), next_at)
    where state = 'queued';
  create unique index outbox_held on outbox (recipient) where state = 'queued' and held;
`;

/** Whatever a held mail leaves its queue for, its turns end with that. */
const endTurns = `
  create function end_mail_turns() returns trigger language plpgsql as $$
  begin
    delete from mail_turns where mail_id = new.id;
    return null;
  end $$;
  create trigger outbox_ends_turns after update of held on outbox for each row
    when (old.held and not new.held) execute function end_mail_turns();
`;

const budgets = `
  alter table budgets add column source text not null default '', add column version bigint not null default 0;
  alter table budgets drop constraint budgets_pkey;
  alter table budgets add primary key (name, source);
  alter table budgets drop constraint budgets_name_check;
  alter table budgets add constraint budgets_name_check
    check (name in ('mails_to_unknown', 'mails_of_ip', 'mails_of_network', 'mails_of_allocation'));
`;

const mailsOfLastHour = `
  delete from network_mails where released_at < current_instant() - interval '1 hour';
  alter table network_mails add column ip text;
  update network_mails set ip = network;
  alter table network_mails alter column ip set not null, drop column message_id, drop column bounced;
  create index network_mails_by_ip on network_mails (ip, released_at);
`;

const release = `
  drop trigger outbox_ends_turns on outbox;
  drop function end_mail_turns();
  alter table outbox add column network text, add column allocation text;
  update outbox o set network = turn.network, allocation = turn.allocation from (
    select distinct on (mail_id) mail_id, network, allocation from mail_turns order by mail_id, asked_at
  ) turn where o.held and o.id = turn.mail_id;
  update challenges c set mails = c.mails + 1 from outbox o where o.held and o.challenge_id = c.id;
  drop index outbox_queue;
  drop index outbox_held;
  alter table outbox drop column held;
  create index outbox_queue on outbox (has_account desc, (network is null) desc, (attempts > 0), next_at)
    where state = 'queued';
  create index outbox_held on outbox (allocation, network, next_at)
    where state = 'queued' and network is not null;
  drop table mail_turns;
`;

const oneBudget = `
  delete from budgets where source <> '';
  alter table budgets drop constraint budgets_pkey;
  alter table budgets add primary key (name);
  alter table budgets drop column source, drop column version;
  alter table budgets drop constraint budgets_name_check;
  alter table budgets add constraint budgets_name_check check (name in ('mails_to_unknown'));
`;

const mailsWithBounces = `
  alter table network_mails drop column ip, add column message_id text, add column bounced boolean not null default false;
  create index network_mails_by_message on network_mails (message_id);
`;

/** A mail to an address that never signed in waits for a turn of one of its askers, each of which has a budget of its own. */
export class Migration20261125030000_mail_turns extends Migration {
  override name = 'Migration20261125030000_mail_turns';

  override up(): void {
    this.addSql('drop function queue_mail');
    this.addSql(turns);
    this.addSql(hold);
    this.addSql(endTurns);
    this.addSql(budgets);
    this.addSql(mailsOfLastHour);
    this.addSql(queueMail);
  }

  override down(): void {
    this.addSql('drop function queue_mail');
    this.addSql(release);
    this.addSql(oneBudget);
    this.addSql(mailsWithBounces);
    this.addSql(queueMailBefore);
  }
}
